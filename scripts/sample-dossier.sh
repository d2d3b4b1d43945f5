#!/usr/bin/env bash
# sample-dossier.sh makes internal/collecting/extranetsim/dossier/dossier.zip: the papers of the
# sample dossier that its owner may see, each page marked SPÉCIMEN. The mark is drawn,
# not written, so that the papers read as before. The same papers give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/need.sh qpdf python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exec python3 - "$work" <<'PYTHON'
import json, pathlib, subprocess, sys, zipfile

work = pathlib.Path(sys.argv[1])
sample = pathlib.Path("internal/collecting/extranetsim/sample")

# The strokes of each letter, in a box of 6 by 10.
letters = {
    "S": [[(6, 9), (5, 10), (1, 10), (0, 9), (0, 6), (1, 5), (5, 5), (6, 4), (6, 1), (5, 0), (1, 0), (0, 1)]],
    "P": [[(0, 0), (0, 10), (5, 10), (6, 9), (6, 6), (5, 5), (0, 5)]],
    "É": [[(6, 0), (0, 0), (0, 10), (6, 10)], [(0, 5), (4, 5)], [(2.5, 11.5), (4.5, 13.5)]],
    "C": [[(6, 1), (5, 0), (1, 0), (0, 1), (0, 9), (1, 10), (5, 10), (6, 9)]],
    "I": [[(3, 0), (3, 10)]],
    "M": [[(0, 0), (0, 10), (3, 4), (6, 10), (6, 0)]],
    "E": [[(6, 0), (0, 0), (0, 10), (6, 10)], [(0, 5), (4, 5)]],
    "N": [[(0, 0), (0, 10), (6, 0), (6, 10)]],
}
drawn, x, y, size = ["0.72 0.1 0.1 RG 1.1 w 1 J 1 j"], 16.0, 824.0, 0.8
for letter in "SPÉCIMEN":
    for stroke in letters[letter]:
        points = ["%.2f %.2f" % (x + size * px, y + size * py) for px, py in stroke]
        drawn.append(points[0] + " m " + " ".join(p + " l" for p in points[1:]) + " S")
    x += size * 9
content = "\n".join(drawn) + "\n"
objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents 4 0 R >>",
    "<< /Length %d >>\nstream\n%sendstream" % (len(content), content),
]
stamp = "%PDF-1.4\n"
places = []
for number, text in enumerate(objects, 1):
    places.append(len(stamp))
    stamp += "%d 0 obj\n%s\nendobj\n" % (number, text)
table = len(stamp)
stamp += "xref\n0 5\n0000000000 65535 f \n" + "".join("%010d 00000 n \n" % at for at in places)
stamp += "trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % table
(work / "stamp.pdf").write_text(stamp, encoding="latin-1")

entries = json.loads((sample / "extranet.json").read_text(encoding="utf-8"))
with zipfile.ZipFile("internal/collecting/extranetsim/dossier/dossier.zip", "w") as archive:
    for name in sorted(e["file"] for e in entries if e["file"] and e["space"] != "council"):
        subprocess.run(
            ["qpdf", "--deterministic-id", "--object-streams=generate", "--recompress-flate", "--compression-level=9",
             str(sample / "files" / name), "--overlay", str(work / "stamp.pdf"), "--repeat=1", "--", str(work / "out.pdf")], check=True)
        info = zipfile.ZipInfo(name, (2026, 5, 18, 0, 0, 0))
        info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
        archive.writestr(info, (work / "out.pdf").read_bytes(), compresslevel=9)
PYTHON
