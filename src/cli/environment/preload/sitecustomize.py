# Loaded by every Python of a wrapped command, from a folder of PYTHONPATH: makes libraries that ignore the proxy
# variables unless they are told to heed them. Runs on Python 3; nothing is imported before the program imports it.
import os
import sys


def heed_environment(client):
    """aiohttp reads the variables only in sessions with trust_env."""
    start = client.ClientSession.__init__

    def __init__(self, *args, **kwargs):
        kwargs.setdefault("trust_env", True)
        start(self, *args, **kwargs)

    client.ClientSession.__init__ = __init__


def proxy_pools(poolmanager):
    """urllib3 has a class of its own for proxies, which a bare PoolManager becomes."""

    class EnvironmentManager(poolmanager.ProxyManager):
        def __init__(self, num_pools=10, headers=None, **kwargs):
            url = os.environ.get("HTTPS_PROXY") or os.environ["HTTP_PROXY"]
            # The packages of Debian look into a fixed file.
            roots = os.environ.get("SSL_CERT_FILE")
            if roots and not {"ssl_context", "ca_cert_dir", "ca_cert_data"} & kwargs.keys():
                kwargs.setdefault("ca_certs", roots)
            super().__init__(url, num_pools, headers, **kwargs)

    def __new__(cls, *args, **kwargs):
        is_bare = cls is poolmanager.PoolManager
        has_proxy = os.environ.get("HTTPS_PROXY") or os.environ.get("HTTP_PROXY")
        return object.__new__(EnvironmentManager if is_bare and has_proxy else cls)

    poolmanager.PoolManager.__new__ = __new__


CHANGES = {"aiohttp.client": heed_environment, "urllib3.poolmanager": proxy_pools}


class Finder:
    """Lets the other finders find a module, and changes it when it has been loaded."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        change = CHANGES.get(name)
        if change is None:
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if finder is not cls and find else None
            if spec is not None:
                cls.change_when_loaded(spec.loader, change)
                return spec
        return None

    @staticmethod
    def change_when_loaded(loader, change):
        load = getattr(loader, "exec_module", None)
        if load is None:
            return

        def exec_module(module):
            load(module)
            try:
                change(module)
            except Exception:
                pass  # A release that is made differently stays as it is.

        loader.exec_module = exec_module


def run_next():
    """Runs the sitecustomize that this one hides, if there is one."""
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    own = os.path.dirname(os.path.abspath(__file__))
    others = [path for path in sys.path if os.path.abspath(path or ".") != own]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(module_from_spec(spec))


sys.meta_path.insert(0, Finder)
run_next()
