# Many requests of httpx over HTTP/2, at the same time. Arguments: port of the proxy, authority of the origin, root in
# PEM, number of tasks, requests of each. Prints how many answers were right.
import asyncio
import sys

import httpx

port, authority, ca, tasks, each = sys.argv[1:]


async def main():
    async with httpx.AsyncClient(
        http2=True, verify=ca, proxies=f"http://127.0.0.1:{port}", timeout=60
    ) as client:

        async def loop():
            right = 0
            for _ in range(int(each)):
                answer = await client.post(f"https://{authority}/", content=b"x" * 3000)
                right += (answer.http_version, answer.status_code, answer.text) == ("HTTP/2", 200, "3000")
            return right

        print(sum(await asyncio.gather(*(loop() for _ in range(int(tasks))))), "right")


asyncio.run(main())
