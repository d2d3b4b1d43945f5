package serving

import (
	"testing"
	"testing/fstest"
)

func TestMemoryOfControlGroups(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"none":              {nil, 0},
		"container":         {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "536870912\n"}, 512 << 20},
		"no limit":          {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, 0},
		"bound by a parent": {map[string]string{"proc/self/cgroup": "0::/a.slice/b.service\n", "sys/fs/cgroup/a.slice/memory.max": "1073741824\n", "sys/fs/cgroup/a.slice/b.service/memory.max": "max\n"}, 1 << 30},
		"own and parent":    {map[string]string{"proc/self/cgroup": "0::/a.slice/b.service\n", "sys/fs/cgroup/a.slice/memory.max": "1073741824\n", "sys/fs/cgroup/a.slice/b.service/memory.max": "268435456\n"}, 256 << 20},
		"first version":     {map[string]string{"proc/self/cgroup": "4:cpu,cpuacct:/x\n3:memory:/docker/x\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "268435456\n"}, 256 << 20},
		"first, no limit":   {map[string]string{"proc/self/cgroup": "3:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 0},
		"nonsense":          {map[string]string{"proc/self/cgroup": "?\n", "sys/fs/cgroup/memory.max": "1\n"}, 0},
	} {
		system := fstest.MapFS{}
		for path, text := range test.files {
			system[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := groupMemory(system); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{"512MiB": 512 << 20, "2 GiB": 2 << 30, "1024": 1024, "64KiB": 64 << 10} {
		if got, err := parseBytes(text); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "-1", "0", "12MB", "9999999999GiB"} {
		if got, err := parseBytes(text); err == nil {
			t.Errorf("%q was taken for %d", text, got)
		}
	}
}
