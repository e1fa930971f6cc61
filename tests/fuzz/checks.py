"""What no answer may be, whatever was asked."""

import schemathesis

# The gateway's own refusals and an outside service that is not set up are answers, not faults.
NAMED = {"fawry-error", "service-unavailable"}


@schemathesis.check
def no_fault(ctx, response, case):
    """A fault of the server: it names no reason of the catalogue but `unexpected`, or nothing at all."""
    if response.status_code < 500:
        return
    try:
        code = response.json().get("code")
    except ValueError:
        code = None
    assert code in NAMED, f"answered {response.status_code}: {response.text[:200]}"


@schemathesis.check
def names_the_refusal(ctx, response, case):
    """A refusal is `{ code, message }`."""
    if response.status_code < 400 or case.method == "HEAD":
        return
    body = response.json()
    assert isinstance(body.get("code"), str) and isinstance(body.get("message"), str), response.text[:200]
