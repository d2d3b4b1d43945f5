module predate.example/predate

go 1.24
