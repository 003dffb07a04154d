"""What lies in a script with the parts of Python."""

import gzip
import json
import re

from rulebook_ext.live import ESCAPED, HEAD, TAIL


def unpacked(script: bytes) -> dict[str, bytes]:
    """Return the parts in such a script."""
    plain = {escaped: letter for letter, escaped in ESCAPED.items()}
    text = re.sub(rb'\\[\\"nr]', lambda found: plain[found[0]], script[len(HEAD) : -len(TAIL)])
    line, _, rest = text.partition(b"\n")
    parts = {}
    for name, length in json.loads(line).items():
        parts[name], rest = gzip.decompress(rest[:length]), rest[length:]
    return parts
