package generate

import "fmt"

// notice stands at the head of every file that is made.
const notice = "Made of api/openapi.yaml by sdk/generate: do not edit, run «make sdk»."

// Files makes the libraries' files of the OpenAPI reference: their content by
// their path under the directory sdk. It fails on what no library would express.
func Files(openapi []byte) (map[string][]byte, error) {
	all, err := read(openapi)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"typescript/src/types.ts":       []byte(typescriptTypes(all)),
		"typescript/src/operations.ts":  []byte(typescriptOperations(all)),
		"python/predate/types.py":       []byte(pythonTypes(all)),
		"python/predate/_operations.py": []byte(pythonOperations(all)),
		"php/src/types.php":             []byte(phpTypes(all)),
		"php/src/Operations.php":        []byte(phpOperations(all)),
		"csharp/Predate/Types.cs":       []byte(csharpTypes(all)),
		"csharp/Predate/Operations.cs":  []byte(csharpOperations(all)),
	}
	for path, made := range map[string]func(reference) ([]byte, error){"go/types.go": goTypes, "go/operations.go": goOperations} {
		if files[path], err = made(all); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	for path, content := range brunoFiles(all) {
		files["bruno/"+path] = []byte(content)
	}
	return files, nil
}

// Operations lists the names that the reference gives its operations, and apart
// those that are pages for browsers, which no library has.
func Operations(openapi []byte) (ids, pages []string, err error) {
	all, err := read(openapi)
	if err != nil {
		return nil, nil, err
	}
	for _, op := range all.operations {
		ids = append(ids, op.id)
	}
	return ids, all.pages, nil
}
