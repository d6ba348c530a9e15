"""Asks a server what it serves with grpcio-reflection and prints each method, a line a method.

    reflection.py SOCKET

A line is METHOD REQUEST RESPONSE, with `stream` before what is streamed; the last one tells how
many messages they are made of. Ends with 1 where one of them can't be described.
"""

import sys

import grpc
from google.protobuf import descriptor_pool
from grpc_reflection.v1alpha import proto_reflection_descriptor_database as reflection


def collect(message, messages):
    """Adds a message and all that its fields are made of."""
    if message.full_name in messages:
        return
    messages[message.full_name] = message
    for field in message.fields:
        if field.message_type is not None:
            collect(field.message_type, messages)


def part(message, is_streamed):
    return ("stream " if is_streamed else "") + message.full_name


def is_unknown(find, name):
    try:
        find(name)
    except KeyError:
        return True
    return False


def main():
    with grpc.insecure_channel("unix:" + sys.argv[1]) as channel:
        database = reflection.ProtoReflectionDescriptorDatabase(channel)
        pool = descriptor_pool.DescriptorPool(database)
        messages = {}
        for name in sorted(database.get_services()):
            service = pool.FindServiceByName(name)
            for method in service.methods:
                request = part(method.input_type, method.client_streaming)
                response = part(method.output_type, method.server_streaming)
                print(f"{name}/{method.name} {request} {response}")
                collect(method.input_type, messages)
                collect(method.output_type, messages)
        for name, message in messages.items():
            assert pool.FindMessageTypeByName(name) is message
            assert pool.FindFileByName(message.file.name) is message.file
        assert is_unknown(database.FindFileByName, "no/such.proto")
        assert is_unknown(database.FindFileContainingSymbol, "no.Such")
        assert is_unknown(database.FindAllExtensionNumbers, "no.Such")
        print(f"messages {len(messages)}")


main()
