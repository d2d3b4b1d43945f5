package serving

import (
	"fmt"
	"io/fs"
	"math"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// limitMemory gives the garbage collector a limit, so that it works harder
// before the system ends the process: what the setting says, or three quarters of what the control group grants. The rest is for the programs
// that read scans. A GOMEMLIMIT stays as it is.
func limitMemory(setting string, system fs.FS) error {
	limit := groupMemory(system) / 4 * 3
	if setting != "" {
		var err error
		if limit, err = parseBytes(setting); err != nil {
			return fmt.Errorf("memory-limit: %w", err)
		}
	}
	if limit > 0 && debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(limit)
	}
	return nil
}

// parseBytes reads a size such as 512MiB.
func parseBytes(text string) (int64, error) {
	number, unit := text, int64(1)
	for suffix, factor := range map[string]int64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30} {
		if digits, found := strings.CutSuffix(text, suffix); found {
			number, unit = digits, factor
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/unit {
		return 0, fmt.Errorf("%q is no size like 512MiB or 2GiB", text)
	}
	return n * unit, nil
}

// groupMemory is the least memory that the control groups of the process grant;
// zero when they set no limit, or the system has none.
func groupMemory(system fs.FS) int64 {
	own, err := fs.ReadFile(system, "proc/self/cgroup")
	if err != nil {
		return 0
	}
	least := int64(0)
	for line := range strings.Lines(string(own)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		root, file := "sys/fs/cgroup", "memory.max"
		if fields[1] == "memory" {
			root, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		} else if fields[1] != "" {
			continue
		}
		// A group is bound by those above it; in a container only the root shows.
		for at := path.Join("/", fields[2]); ; at = path.Dir(at) {
			if granted := readLimit(system, path.Join(root, at, file)); granted > 0 && (least == 0 || granted < least) {
				least = granted
			}
			if at == "/" {
				break
			}
		}
	}
	return least
}

// readLimit reads one limit; zero for none. The first version of control groups
// writes none as a number near the greatest.
func readLimit(system fs.FS, name string) int64 {
	text, err := fs.ReadFile(system, name)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n > 1<<60 {
		return 0
	}
	return n
}
