# Many calls of grpcio, at the same time. Arguments: port of the proxy, authority of the server, root in PEM, number of
# threads, calls of each. Prints how many answers were right.
import sys
from concurrent.futures import ThreadPoolExecutor

import grpc

port, authority, ca, threads, each = sys.argv[1:]
with open(ca, "rb") as file:
    credentials = grpc.ssl_channel_credentials(file.read())
channel = grpc.secure_channel(authority, credentials, [("grpc.http_proxy", f"http://127.0.0.1:{port}")])
say = channel.unary_unary("/chat.v1.Chat/Say")


def loop(_):
    # Field 2 of the message, the text.
    return sum(b"you said hi" in say(b"\x12\x02hi", timeout=60) for _ in range(int(each)))


with ThreadPoolExecutor(int(threads)) as pool:
    print(sum(pool.map(loop, range(int(threads)))), "right")
