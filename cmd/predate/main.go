package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // an image without the tables of zones has none for Paris either
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, world{
		args: os.Args[1:], env: os.LookupEnv, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
	}))
}
