package main

import "github.com/golang/protobuf/proto"

// The messages of Tests/Protos/interop/test.proto that the cases need, by hand: Debian has no
// generator for this version of the runtime at hand, and these need none.

type empty struct{}

func (m *empty) Reset()         { *m = empty{} }
func (m *empty) String() string { return proto.CompactTextString(m) }
func (*empty) ProtoMessage()    {}

type payload struct {
	Body []byte `protobuf:"bytes,2,opt,name=body,proto3"`
}

func (m *payload) Reset()         { *m = payload{} }
func (m *payload) String() string { return proto.CompactTextString(m) }
func (*payload) ProtoMessage()    {}

type simpleRequest struct {
	ResponseSize int32    `protobuf:"varint,2,opt,name=response_size,proto3"`
	Payload      *payload `protobuf:"bytes,3,opt,name=payload,proto3"`
}

func (m *simpleRequest) Reset()         { *m = simpleRequest{} }
func (m *simpleRequest) String() string { return proto.CompactTextString(m) }
func (*simpleRequest) ProtoMessage()    {}

type simpleResponse struct {
	Payload *payload `protobuf:"bytes,1,opt,name=payload,proto3"`
}

func (m *simpleResponse) Reset()         { *m = simpleResponse{} }
func (m *simpleResponse) String() string { return proto.CompactTextString(m) }
func (*simpleResponse) ProtoMessage()    {}

type parameters struct {
	Size int32 `protobuf:"varint,1,opt,name=size,proto3"`
}

func (m *parameters) Reset()         { *m = parameters{} }
func (m *parameters) String() string { return proto.CompactTextString(m) }
func (*parameters) ProtoMessage()    {}

type outputRequest struct {
	ResponseParameters []*parameters `protobuf:"bytes,2,rep,name=response_parameters,proto3"`
	Payload            *payload      `protobuf:"bytes,3,opt,name=payload,proto3"`
}

func (m *outputRequest) Reset()         { *m = outputRequest{} }
func (m *outputRequest) String() string { return proto.CompactTextString(m) }
func (*outputRequest) ProtoMessage()    {}

type outputResponse struct {
	Payload *payload `protobuf:"bytes,1,opt,name=payload,proto3"`
}

func (m *outputResponse) Reset()         { *m = outputResponse{} }
func (m *outputResponse) String() string { return proto.CompactTextString(m) }
func (*outputResponse) ProtoMessage()    {}
