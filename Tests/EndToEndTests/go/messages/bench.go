// Package messages holds the few messages that the Go peers speak, by hand: Debian has the
// protobuf runtime that ttrpc 1.1 uses, and these need no generated code.
package messages

import "github.com/gogo/protobuf/proto"

// Names of services, as they stand on the wire.
const (
	EchoService = "feedrpc.bench.v1.EchoService"
	FeedService = "feedrpc.v1.FeedService"
	// PeerService is the Go server's own: each method behaves in one way that a client must bear.
	PeerService = "feedrpc.interop.v1.PeerService"
)

// Echo is EchoRequest and EchoResponse, which have the same form.
type Echo struct {
	Payload []byte `protobuf:"bytes,1,opt,name=payload,proto3"`
}

func (m *Echo) Reset()         { *m = Echo{} }
func (m *Echo) String() string { return proto.CompactTextString(m) }
func (*Echo) ProtoMessage()    {}

// Failure is what PeerService/Fail is to answer.
type Failure struct {
	Code    int32  `protobuf:"varint,1,opt,name=code,proto3"`
	Message string `protobuf:"bytes,2,opt,name=message,proto3"`
}

func (m *Failure) Reset()         { *m = Failure{} }
func (m *Failure) String() string { return proto.CompactTextString(m) }
func (*Failure) ProtoMessage()    {}
