// A ttrpc server in Go, for tests that our client gets on with a published one.
//
//	server SOCKET
//
// It prints `ready socket=PATH` to standard error once it accepts and ends on SIGTERM or SIGINT.
//
//	feedrpc.bench.v1.EchoService/Echo            the payload
//	feedrpc.interop.v1.PeerService/Fail          the status that the request {code = 1, message = 2} names
//	                             .../FailPlainly an error that is no status: code 2
//	                             .../Metadata    the values of the key in field 1, a line each, as received
//	                             .../TimeLeft    milliseconds to the deadline; empty without one
//	                             .../Wait        nothing until the deadline: code 4
//	                             .../Oversize    a reply above the 4 MiB that a frame may hold
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/containerd/ttrpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"../messages"
)

// echoMethod makes a method of a function over the two Echo messages.
func echoMethod(body func(ctx context.Context, request []byte) ([]byte, error)) ttrpc.Method {
	return func(ctx context.Context, unmarshal func(interface{}) error) (interface{}, error) {
		var request messages.Echo
		if err := unmarshal(&request); err != nil {
			return nil, err
		}
		reply, err := body(ctx, request.Payload)
		if err != nil {
			return nil, err
		}
		return &messages.Echo{Payload: reply}, nil
	}
}

func echo(_ context.Context, request []byte) ([]byte, error) { return request, nil }

func fail(_ context.Context, unmarshal func(interface{}) error) (interface{}, error) {
	var request messages.Failure
	if err := unmarshal(&request); err != nil {
		return nil, err
	}
	return nil, status.Error(codes.Code(request.Code), request.Message)
}

func failPlainly(context.Context, []byte) ([]byte, error) {
	return nil, errors.New("this error is no status")
}

func metadata(ctx context.Context, key []byte) ([]byte, error) {
	all, _ := ttrpc.GetMetadata(ctx)
	values, _ := all.Get(string(key))
	return []byte(strings.Join(values, "\n")), nil
}

func timeLeft(ctx context.Context, _ []byte) ([]byte, error) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return nil, nil
	}
	return []byte(strconv.FormatInt(time.Until(deadline).Milliseconds(), 10)), nil
}

func wait(ctx context.Context, _ []byte) ([]byte, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func oversize(context.Context, []byte) ([]byte, error) { return make([]byte, 5<<20), nil }

func serve(socket string) error {
	server, err := ttrpc.NewServer()
	if err != nil {
		return err
	}
	server.Register(messages.EchoService, map[string]ttrpc.Method{"Echo": echoMethod(echo)})
	server.Register(messages.PeerService, map[string]ttrpc.Method{
		"Fail":        fail,
		"FailPlainly": echoMethod(failPlainly),
		"Metadata":    echoMethod(metadata),
		"TimeLeft":    echoMethod(timeLeft),
		"Wait":        echoMethod(wait),
		"Oversize":    echoMethod(oversize),
	})
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-stop
		server.Close()
	}()
	fmt.Fprintf(os.Stderr, "ready socket=%s\n", socket)
	if err := server.Serve(context.Background(), listener); !errors.Is(err, ttrpc.ErrServerClosed) {
		return err
	}
	return nil
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: server SOCKET")
		os.Exit(2)
	}
	if err := serve(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
}
