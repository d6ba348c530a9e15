#!/usr/bin/env python3
"""Google's own proto3 JSON mapping, for MessageJSONTests to compare ours with.

Lines of JSON on standard output; the first is {"files": hex of a FileDescriptorSet}.

  generate SEED COUNT   COUNT random messages of every type in Protos and in SCALARS:
                        {"type", "wire": hex as sent, "canonical": hex as written, "json"}
  parse                 for each line {"type", "json": text} of standard input: {"wire": hex}
                        or {"error": text}
"""

import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

if "--help" in sys.argv[1:]:
    sys.exit(print(__doc__))

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

PROTOS = pathlib.Path(__file__).resolve().parent.parent / "Protos"

# One of every kind of field, which the contract has not.
SCALARS = """
syntax = "proto3";
package test;
import "google/protobuf/any.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
enum Color { COLOR_UNSPECIFIED = 0; RED = 1; NEGATIVE = -5; }
message Scalars {
  double double_value = 1; float float_value = 2;
  int32 int32_value = 3; int64 int64_value = 4; uint32 uint32_value = 5; uint64 uint64_value = 6;
  sint32 sint32_value = 7; sint64 sint64_value = 8; fixed32 fixed32_value = 9;
  fixed64 fixed64_value = 10; sfixed32 sfixed32_value = 11; sfixed64 sfixed64_value = 12;
  bool bool_value = 13; string string_value = 14; bytes bytes_value = 15; Color color = 16;
  optional int32 optional_int = 17; optional string optional_text = 18;
  string renamed = 19 [json_name = "otherName"]; string under_score__name2x_3y = 20;
}
message Lists {
  repeated double doubles = 1; repeated float floats = 2; repeated int32 int32s = 3;
  repeated sint64 sint64s = 4; repeated fixed32 fixed32s = 5; repeated sfixed64 sfixed64s = 6;
  repeated bool bools = 7; repeated string strings = 8; repeated bytes blobs = 9;
  repeated Color colors = 10; repeated int64 loose = 11 [packed = false];
  repeated Scalars messages = 12;
}
message Maps {
  map<string, string> by_string = 1; map<int64, Scalars> by_int64 = 2;
  map<bool, Color> by_bool = 3; map<fixed32, bytes> by_fixed = 4;
}
message Choice {
  oneof choice {
    string text = 1; int64 number = 2; Scalars message = 3; Color color = 4; Empty empty = 5;
  }
  Choice nested = 6;
  message Empty {}
}
message Known {
  google.protobuf.Timestamp time = 1; google.protobuf.Duration duration = 2;
  google.protobuf.Any any = 3; google.protobuf.FieldMask mask = 4;
  google.protobuf.DoubleValue double_value = 5; google.protobuf.Int64Value int64_value = 6;
  google.protobuf.UInt32Value uint32_value = 7; google.protobuf.BoolValue bool_value = 8;
  google.protobuf.StringValue string_value = 9; google.protobuf.BytesValue bytes_value = 10;
  google.protobuf.Struct struct = 11; google.protobuf.Value value = 12;
  google.protobuf.ListValue list = 13; repeated google.protobuf.Timestamp times = 14;
}
"""


def compile_protos():
    """The FileDescriptorSet of all .proto files, and the names of those to test."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "scalars.proto").write_text(SCALARS)
        names = [
            str(path.relative_to(PROTOS)) for path in sorted(PROTOS.glob("feedrpc/v1/*.proto"))
        ]
        names += ["google/rpc/status.proto", "google/rpc/error_details.proto", "scalars.proto"]
        output = pathlib.Path(folder) / "set"
        subprocess.run(
            [
                "protoc",
                "-I",
                str(PROTOS),
                "-I",
                folder,
                "-I",
                "/usr/include",
                "--include_imports",
                "--descriptor_set_out",
                str(output),
                *names,
            ],
            check=True,
        )
        return output.read_bytes(), names


class Reference:
    def __init__(self):
        self.files, names = compile_protos()
        self.pool = descriptor_pool.DescriptorPool()
        for file in descriptor_pb2.FileDescriptorSet.FromString(self.files).file:
            self.pool.Add(file)
        self.types = []
        for name in names:
            for descriptor in self.pool.FindFileByName(name).message_types_by_name.values():
                self.add(descriptor)

    def add(self, descriptor):
        if descriptor.GetOptions().map_entry:
            return
        self.types.append(descriptor)
        for nested in descriptor.nested_types:
            self.add(nested)

    def new(self, name):
        return message_factory.GetMessageClass(self.pool.FindMessageTypeByName(name))()

    def parse(self, name, text):
        message = self.new(name)
        json_format.Parse(text, message, descriptor_pool=self.pool)
        return message

    def text(self, message):
        return json.dumps(json_format.MessageToDict(message, descriptor_pool=self.pool))


class Filler:
    """Fills messages at random, edges of every kind of value first."""

    def __init__(self, reference, seed):
        self.reference = reference
        self.random = random.Random(seed)

    def fill(self, message, depth):
        name = message.DESCRIPTOR.full_name
        special = getattr(self, "fill_" + name.removeprefix("google.protobuf."), None)
        if name.startswith("google.protobuf.") and special:
            special(message, depth)
            return message
        for field in message.DESCRIPTOR.fields:
            if self.random.random() < 0.35 or (field.message_type and depth > 3):
                continue
            self.fill_field(message, field, depth)
        return message

    def fill_field(self, message, field, depth):
        if field.message_type and field.message_type.GetOptions().map_entry:
            if self.random.random() < 0.7:
                key = self.scalar(field.message_type.fields_by_name["key"])
                value = field.message_type.fields_by_name["value"]
                entries = getattr(message, field.name)
                if value.message_type:
                    self.fill(entries[key], depth + 1)
                else:
                    entries[key] = self.scalar(value)
        elif field.is_repeated:
            for _ in range(self.random.choice([0, 1, 1, 2, 5])):
                values = getattr(message, field.name)
                if field.message_type:
                    self.fill(values.add(), depth + 1)
                else:
                    values.append(self.scalar(field))
        elif field.message_type:
            getattr(message, field.name).SetInParent()
            self.fill(getattr(message, field.name), depth + 1)
        else:
            setattr(message, field.name, self.scalar(field))

    def fill_Timestamp(self, message, depth):
        message.seconds = self.random.choice(
            [
                0,
                1,
                -1,
                -62135596800,
                253402300799,
                951782400,
                self.random.randint(-(10**10), 10**10),
            ]
        )
        message.nanos = self.nanoseconds()

    def fill_Duration(self, message, depth):
        sign = self.random.choice([1, -1])
        message.seconds = sign * self.random.choice(
            [0, 1, 315576000000, self.random.randint(0, 10**9)]
        )
        message.nanos = sign * self.nanoseconds()

    def nanoseconds(self):
        return self.random.choice(
            [0, 1, 999999999, 500000000, 1000, 120000, self.random.randint(0, 999999999)]
        )

    def fill_Any(self, message, depth):
        types = [
            "google.rpc.ErrorInfo",
            "google.rpc.RetryInfo",
            "google.protobuf.Duration",
            "google.protobuf.Timestamp",
            "test.Scalars",
            "google.protobuf.StringValue",
        ]
        if self.random.random() < 0.8:
            content = self.fill(self.reference.new(self.random.choice(types)), depth + 1)
            message.type_url = "type.googleapis.com/" + content.DESCRIPTOR.full_name
            message.value = content.SerializeToString()

    def fill_FieldMask(self, message, depth):
        message.paths.extend(
            self.random.choices(["a", "foo_bar", "a.b_c.d"], k=self.random.randint(0, 2))
        )

    def fill_Value(self, message, depth):
        kind = self.random.choice(["null", "number", "string", "bool", "struct", "list"])
        if kind == "null":
            message.null_value = 0
        elif kind == "number":
            message.number_value = self.random.choice(
                [0.0, -1.5, 1e300, float(self.random.randint(0, 99))]
            )
        elif kind == "string":
            message.string_value = self.text()
        elif kind == "bool":
            message.bool_value = self.random.choice([True, False])
        elif kind == "struct" and depth < 4:
            message.struct_value.SetInParent()
            self.fill(message.struct_value, depth + 1)
        else:
            message.list_value.SetInParent()
            if depth < 4:
                self.fill(message.list_value, depth + 1)

    def fill_Struct(self, message, depth):
        if self.random.random() < 0.7:
            self.fill(message.fields[self.text()], depth + 1)

    def fill_ListValue(self, message, depth):
        for _ in range(self.random.randint(0, 3)):
            self.fill(message.values.add(), depth + 1)

    def scalar(self, field):
        pick = self.random.choice
        kind = {
            field.TYPE_SINT32: "i32",
            field.TYPE_INT32: "i32",
            field.TYPE_SFIXED32: "i32",
            field.TYPE_SINT64: "i64",
            field.TYPE_INT64: "i64",
            field.TYPE_SFIXED64: "i64",
            field.TYPE_UINT32: "u32",
            field.TYPE_FIXED32: "u32",
            field.TYPE_UINT64: "u64",
            field.TYPE_FIXED64: "u64",
        }.get(field.type)
        if kind:
            bits, low = int(kind[1:]), 0
            if kind[0] == "i":
                bits, low = bits - 1, -(1 << (bits - 1))
            return pick(
                [0, 1, low, low + 1, (1 << bits) - 1, self.random.randint(low, (1 << bits) - 1)]
            )
        if field.type == field.TYPE_BOOL:
            return pick([True, False])
        if field.type == field.TYPE_STRING:
            return self.text()
        if field.type == field.TYPE_BYTES:
            return self.random.randbytes(self.random.choice([0, 1, 2, 3, 4, 30]))
        if field.type == field.TYPE_ENUM:
            return pick([value.number for value in field.enum_type.values] + [77, -(2**31)])
        value = pick(
            [
                0.0,
                -0.0,
                1.0,
                -1.5,
                0.1,
                1e-7,
                123456789.0,
                1e16,
                float("inf"),
                float("-inf"),
                float("nan"),
                self.random.gauss(0, 1e6),
            ]
        )
        if field.type == field.TYPE_FLOAT:
            return struct.unpack("f", struct.pack("f", value))[0]
        return pick([value, 5e-324, 1.7976931348623157e308])

    def text(self):
        alphabet = "abcXYZ019 \"\\/\b\f\n\r\t\u0000\u001f\u007f\u0085äß€東🦊\u2028\u200d\uffff<>&'"
        return "".join(self.random.choices(alphabet, k=self.random.choice([0, 1, 3, 12])))


def hexadecimal(message):
    return message.SerializeToString(deterministic=True).hex()


def generate(reference, seed, count):
    for descriptor in reference.types:
        filler = Filler(reference, f"{seed} {descriptor.full_name}")
        for index in range(count):
            first = filler.fill(reference.new(descriptor.full_name), 1)
            wire = first.SerializeToString()
            if index % 3 == 2:
                # As a patched message: fields twice, lists in pieces, a field nobody knows.
                second = filler.fill(reference.new(descriptor.full_name), 1)
                wire += b"\xfa\xff\x7f\x03abc" + second.SerializeToString()
            message = reference.new(descriptor.full_name)
            message.ParseFromString(wire)
            message.DiscardUnknownFields()
            try:
                text = reference.text(message)
            except Exception:  # A merge can make a Timestamp or Duration that is none.
                continue
            yield {
                "type": descriptor.full_name,
                "wire": wire.hex(),
                "canonical": hexadecimal(reference.parse(descriptor.full_name, text)),
                "json": text,
            }


def parse(reference):
    for line in sys.stdin:
        case = json.loads(line)
        try:
            yield {"wire": hexadecimal(reference.parse(case["type"], case["json"]))}
        except Exception as error:
            yield {"error": str(error)}


def main():
    reference = Reference()
    print(json.dumps({"files": reference.files.hex()}))
    lines = (
        parse(reference)
        if sys.argv[1] == "parse"
        else generate(reference, sys.argv[2], int(sys.argv[3]))
    )
    for line in lines:
        print(json.dumps(line))


main()
