// Cases of gRPC's interop tests with grpc-go, against a server of grpc.testing.TestService.
//
//	grpc-client SOCKET
//
// Prints `CASE: ok` or `CASE: what was wrong`, a line a case; exits with 1 where something was.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const (
	service       = "/grpc.testing.TestService/"
	patience      = time.Minute
	echoInitial   = "x-grpc-test-echo-initial"
	echoTrailing  = "x-grpc-test-echo-trailing-bin"
	initialValue  = "test_initial_metadata_value"
	trailingValue = "\xab\xab\xab"
)

func largeRequest() *simpleRequest {
	return &simpleRequest{ResponseSize: 314159, Payload: &payload{Body: make([]byte, 271828)}}
}

func checkLarge(answer *simpleResponse) error {
	if answer.Payload == nil || !bytes.Equal(answer.Payload.Body, make([]byte, 314159)) {
		return errors.New("not 314159 zeros")
	}
	return nil
}

func endsWith(code codes.Code, err error) error {
	if status.Code(err) != code {
		return fmt.Errorf("%v, not %v", err, code)
	}
	return nil
}

func emptyUnary(ctx context.Context, connection *grpc.ClientConn) error {
	return connection.Invoke(ctx, service+"EmptyCall", &empty{}, &empty{})
}

func largeUnary(ctx context.Context, connection *grpc.ClientConn) error {
	answer := &simpleResponse{}
	if err := connection.Invoke(ctx, service+"UnaryCall", largeRequest(), answer); err != nil {
		return err
	}
	return checkLarge(answer)
}

func serverStreaming(ctx context.Context, connection *grpc.ClientConn) error {
	sizes := []int32{31415, 9, 2653, 58979}
	request := &outputRequest{}
	for _, size := range sizes {
		request.ResponseParameters = append(request.ResponseParameters, &parameters{Size: size})
	}
	kind := &grpc.StreamDesc{ServerStreams: true}
	stream, err := connection.NewStream(ctx, kind, service+"StreamingOutputCall")
	if err != nil {
		return err
	}
	if err := stream.SendMsg(request); err != nil {
		return err
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	for _, size := range sizes {
		answer := &outputResponse{}
		if err := stream.RecvMsg(answer); err != nil {
			return err
		}
		if answer.Payload == nil || len(answer.Payload.Body) != int(size) {
			return fmt.Errorf("a response without %d bytes", size)
		}
	}
	if err := stream.RecvMsg(&outputResponse{}); err != io.EOF {
		return fmt.Errorf("%v after the last response", err)
	}
	return nil
}

func customMetadata(ctx context.Context, connection *grpc.ClientConn) error {
	ctx = metadata.AppendToOutgoingContext(
		ctx, echoInitial, initialValue, echoTrailing, trailingValue)
	var header, trailer metadata.MD
	answer := &simpleResponse{}
	err := connection.Invoke(ctx, service+"UnaryCall", largeRequest(), answer,
		grpc.Header(&header), grpc.Trailer(&trailer))
	if err != nil {
		return err
	}
	if got := header.Get(echoInitial); len(got) != 1 || got[0] != initialValue {
		return fmt.Errorf("initial metadata %q", got)
	}
	if got := trailer.Get(echoTrailing); len(got) != 1 || got[0] != trailingValue {
		return fmt.Errorf("trailing metadata %q", got)
	}
	return checkLarge(answer)
}

func cancelAfterBegin(ctx context.Context, connection *grpc.ClientConn) error {
	ctx, cancel := context.WithCancel(ctx)
	kind := &grpc.StreamDesc{ClientStreams: true}
	stream, err := connection.NewStream(ctx, kind, service+"StreamingInputCall")
	if err != nil {
		cancel()
		return err
	}
	cancel()
	return endsWith(codes.Canceled, stream.RecvMsg(&outputResponse{}))
}

func timeoutOnSleepingServer(ctx context.Context, connection *grpc.ClientConn) error {
	ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	kind := &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}
	stream, err := connection.NewStream(ctx, kind, service+"FullDuplexCall")
	if err != nil {
		return endsWith(codes.DeadlineExceeded, err)
	}
	// It may have ended already: receiving tells how.
	_ = stream.SendMsg(&outputRequest{Payload: &payload{Body: make([]byte, 27182)}})
	return endsWith(codes.DeadlineExceeded, stream.RecvMsg(&outputResponse{}))
}

var cases = []struct {
	name string
	run  func(context.Context, *grpc.ClientConn) error
}{
	{"empty_unary", emptyUnary},
	{"large_unary", largeUnary},
	{"server_streaming", serverStreaming},
	{"custom_metadata", customMetadata},
	{"cancel_after_begin", cancelAfterBegin},
	{"timeout_on_sleeping_server", timeoutOnSleepingServer},
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: grpc-client SOCKET")
		os.Exit(2)
	}
	connection, err := grpc.Dial("unix:"+os.Args[1], grpc.WithInsecure())
	if err != nil {
		fmt.Fprintln(os.Stderr, "grpc-client:", err)
		os.Exit(1)
	}
	exitCode := 0
	for _, test := range cases {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		outcome := "ok"
		if err := test.run(ctx, connection); err != nil {
			outcome, exitCode = err.Error(), 1
		}
		cancel()
		fmt.Printf("%s: %s\n", test.name, outcome)
	}
	connection.Close()
	os.Exit(exitCode)
}
