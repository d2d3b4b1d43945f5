#!/usr/bin/env bash
# proofs.sh FILE prints the results of the proofs under faults as one table, by fault
# and engine. It fails when a proof failed or did not end.
set -euo pipefail

awk -F '\t' '
	{ line[$1 "\t" $2] = $0 }
	END { for (key in line) print line[key] }
' "$1" | LC_ALL=C sort -t "$(printf '\t')" -k 1,2 | awk -F '\t' '
	function row(cells,    i, text) {
		text = "|"
		for (i = 1; i <= 12; i++) text = text " " sprintf((i > 2 && i < 12 ? "%" : "%-") width[i] "s", cells[i]) " |"
		print text
	}
	BEGIN {
		split("fault,engine,runs,orders,events,lost,again,doubled,out of order,seconds,seed,result", head, ",")
		for (i = 1; i <= 12; i++) width[i] = length(head[i])
	}
	{
		for (i = 1; i <= 12; i++) { cell[NR, i] = $i; if (length($i) > width[i]) width[i] = length($i) }
		if ($12 == "FAILED" || $12 == "did not end") bad = 1
	}
	END {
		row(head)
		for (i = 1; i <= 12; i++) { rule[i] = ""; while (length(rule[i]) < width[i]) rule[i] = rule[i] "-" }
		row(rule)
		for (n = 1; n <= NR; n++) { for (i = 1; i <= 12; i++) one[i] = cell[n, i]; row(one) }
		exit bad
	}
'
