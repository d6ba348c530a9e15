"""Checks and watches a server with grpcio-health-checking, until the server ends its watches.

    health.py SOCKET SERVICE...

Prints `check SERVICE STATUS` for each service, then `watch SERVICE STATUS` for every state that a
watch tells and `watch SERVICE CODE` for its end. An empty service is printed as `*`.
"""

import sys
import threading

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

PATIENCE = 300
said = threading.Lock()


def say(what, service, state):
    with said:
        print(what, service or "*", state, flush=True)


def check(stub, service):
    try:
        answer = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=PATIENCE)
        return health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
    except grpc.RpcError as error:
        return error.code().name


def watch(stub, service):
    request = health_pb2.HealthCheckRequest(service=service)
    try:
        for answer in stub.Watch(request, timeout=PATIENCE):
            state = health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
            say("watch", service, state)
    except grpc.RpcError as error:
        say("watch", service, error.code().name)


def main():
    with grpc.insecure_channel("unix:" + sys.argv[1]) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        services = sys.argv[2:]
        for service in services:
            say("check", service, check(stub, service))
        threads = [threading.Thread(target=watch, args=(stub, name)) for name in services]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


main()
