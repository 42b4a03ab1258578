vcl 4.1;
# Varnish as the shop's edge cache; needs Debian's packages "varnish" and "varnish-modules". Caches the responses that the shop marks as
# shared, purges by key when the shop requests it, and serves stale responses while the shop is down.
#
#   EDGE_PURGE_TOKEN=… varnishd -F -a :6081 -f /etc/varnish/shop.vcl -p http_gzip_support=off -s malloc,256m
#
# Settings of the shop: EDGE_PURGE_URL=http://127.0.0.1:6081/ EDGE_PURGE_TOKEN=… TRUST_PROXY=1 (2 with a TLS proxy in front of Varnish).
# http_gzip_support=off: the shop compresses with gzip and Brotli, and Varnish caches each encoding separately.

import std;
import xkey;

backend shop {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  .first_byte_timeout = 45s;
  .probe = {
    .request = "GET /readyz HTTP/1.0" "Connection: close";
    .interval = 2s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
  }
}

# Clients that may purge. They also need the token.
acl shops {
  "localhost";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ shops || std.getenv("EDGE_PURGE_TOKEN") == "" ||
        req.http.Authorization != "Bearer " + std.getenv("EDGE_PURGE_TOKEN")) {
      return (synth(403, "Forbidden"));
    }
    # A soft purge: the next request fetches a new response. The purged one is only served if the shop is down.
    set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
    return (synth(200, "Purged: " + req.http.X-Purged));
  }
  # Internal to this file; values from clients are removed.
  if (req.restarts == 0) {
    unset req.http.X-Shared;
    unset req.http.X-Old-Will-Do;
    unset req.http.X-Want-New;
  }
  # Writes and personal responses bypass the cache.
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.http.Authorization || req.url ~ "^/(api|admin|profile)(/|\?|\.|$)" || req.url ~ "^/(healthz|readyz)$") {
    return (pass);
  }
  # The shop neither sets nor reads cookies.
  unset req.http.Cookie;
  # Normalize the headers that responses vary on, so that browsers share cached variants.
  if (req.http.Accept-Encoding ~ "(^|[ ,])br([ ,;]|$)") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "gzip") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  if (req.url ~ "^/media/") {
    if (req.http.Accept ~ "image/avif") {
      set req.http.Accept = "image/avif";
    } else {
      set req.http.Accept = "image/webp";
    }
  }
  # The cached response was purged (see vcl_hit): without grace, this request waits for a new one.
  if (req.http.X-Want-New && !req.http.X-Old-Will-Do) {
    set req.grace = 0s;
  }
  set req.http.X-Shared = "1";
  return (hash);
}

sub vcl_hit {
  # An expired response may be served while a new one is fetched. A response whose TTL ended before its full lifetime was purged,
  # and must not be served while the shop is up.
  if (obj.ttl <= 0s && obj.age < std.duration(obj.http.X-Kept-For, 0s) && std.healthy(req.backend_hint) &&
      !req.http.X-Want-New && !req.http.X-Old-Will-Do) {
    set req.http.X-Want-New = "1";
    return (restart);
  }
}

sub vcl_backend_response {
  # Surrogate-Control overrides Cache-Control. The shop never sends it with personal responses.
  if (beresp.status == 200 && !beresp.http.Set-Cookie && !bereq.uncacheable && beresp.http.Surrogate-Control ~ "max-age=[0-9]+") {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
    set beresp.grace = 7d;
    set beresp.http.X-Kept-For = beresp.ttl;
    if (beresp.http.Surrogate-Control !~ "stale-while-revalidate") {
      # Without stale-while-revalidate, an expired response is treated as purged.
      set beresp.http.X-Kept-For = "7d";
    }
    set beresp.http.xkey = beresp.http.Surrogate-Key;
  } elsif (beresp.status == 200 && !beresp.http.Set-Cookie && beresp.http.Cache-Control ~ "immutable") {
    set beresp.grace = 7d;
    set beresp.http.X-Kept-For = beresp.ttl;
  } elsif (beresp.status >= 500 && !bereq.uncacheable) {
    # Errors are not cached. A failed background fetch leaves the cached response in place, and vcl_deliver handles other requests.
    if (bereq.is_bgfetch) {
      return (abandon);
    }
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
  } else {
    # Remember for two minutes that this is not cacheable, so that parallel requests do not wait for each other.
    set beresp.uncacheable = true;
    set beresp.ttl = 2m;
    set beresp.grace = 0s;
  }
  return (deliver);
}

# The shop did not respond. The page is not cached; vcl_deliver replaces it if it can.
sub vcl_backend_error {
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "30";
  synthetic({"<!doctype html><html lang="en"><title>Back in a moment</title><meta name="viewport" content="width=device-width"><h1>Back in a moment</h1><p>The shop is not reachable right now. Nothing is lost: please try again in a minute.</p></html>"});
  return (deliver);
}

sub vcl_deliver {
  # The shop failed or did not respond: restart once and accept a cached response up to its grace of seven days, even if purged.
  if (resp.status >= 500 && req.http.X-Shared && !req.http.X-Old-Will-Do) {
    set req.http.X-Old-Will-Do = "1";
    return (restart);
  }
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
  # Headers between the shop and this cache, which clients do not need.
  unset resp.http.xkey;
  unset resp.http.X-Kept-For;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  unset resp.http.Surrogate-Control;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
  # With Age, browsers would expire the response too early.
  unset resp.http.Age;
}
