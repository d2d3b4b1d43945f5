package readers

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestABuildHasAName: a program of one line gets the same name when it is built
// twice, another when the line changes, and one also when the linker's note is
// missing.
func TestABuildHasAName(t *testing.T) {
	t.Parallel()
	own, err := ThisBuild()
	if err != nil || own == "" {
		t.Fatalf("this program is named %q, %v", own, err)
	}
	built := func(text, flags string) string {
		dir := t.TempDir()
		source, out := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
		if err := os.WriteFile(source, []byte("package readers\n\nfunc main() { println(\""+text+"\") }\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.Command("go", "build", "-trimpath", "-ldflags", flags, "-o", out, source)
		command.Env = append(os.Environ(), "CGO_ENABLED=0")
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("build: %v\n%s", err, output)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		name, err := nameOf(bytes.NewReader(data))
		if err != nil || name == "" {
			t.Fatalf("named %q, %v", name, err)
		}
		return name
	}
	first := built("un", "")
	if again := built("un", ""); again != first {
		t.Error("the same program has two names")
	}
	if other := built("deux", ""); other == first {
		t.Error("two programs have one name")
	}
	if a, b := built("un", "-buildid="), built("deux", "-buildid="); a == b {
		t.Error("two programs without a note have one name")
	}
}
