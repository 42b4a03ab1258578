vcl 4.1;
# Varnish in front of the shop: Debian's packages "varnish" and "varnish-modules". It keeps what the shop marks as everybody's, forgets by key when
# the shop says so, and answers with what it has while the shop is down.
#
#   EDGE_PURGE_TOKEN=… varnishd -F -a :6081 -f /etc/varnish/shop.vcl -p http_gzip_support=off -s malloc,256m
#
# The shop beside it: EDGE_PURGE_URL=http://127.0.0.1:6081/ EDGE_PURGE_TOKEN=… TRUST_PROXY=1 (2 with a proxy for TLS in front of Varnish).
# http_gzip_support=off: the shop compresses by itself, also with Brotli, and Varnish keeps each form.

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

# Who may have pages forgotten, besides knowing the token.
acl shops {
  "localhost";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ shops || std.getenv("EDGE_PURGE_TOKEN") == "" ||
        req.http.Authorization != "Bearer " + std.getenv("EDGE_PURGE_TOKEN")) {
      return (synth(403, "Forbidden"));
    }
    # Softly: what is forgotten is asked for anew, and answered once more only if the shop is down.
    set req.http.X-Forgotten = xkey.softpurge(req.http.Surrogate-Key);
    return (synth(200, "Forgotten: " + req.http.X-Forgotten));
  }
  # Nobody but this file sets these.
  if (req.restarts == 0) {
    unset req.http.X-Shared;
    unset req.http.X-Old-Will-Do;
    unset req.http.X-Want-New;
  }
  # Whatever is somebody's own, or changes something, is none of a cache's business.
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.http.Authorization || req.url ~ "^/(api|admin|profile)(/|\?|\.|$)" || req.url ~ "^/(healthz|readyz)$") {
    return (pass);
  }
  # The shop sets no cookie and reads none.
  unset req.http.Cookie;
  # One form of each for all browsers.
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
  # Forgotten just now: whoever comes first waits for the new one.
  if (req.http.X-Want-New && !req.http.X-Old-Will-Do) {
    set req.grace = 0s;
  }
  set req.http.X-Shared = "1";
  return (hash);
}

sub vcl_hit {
  # Kept until its time is over, it may be answered while it is asked for anew. Over before its time, it was forgotten: that is old.
  if (obj.ttl <= 0s && obj.age < std.duration(obj.http.X-Kept-For, 0s) && std.healthy(req.backend_hint) &&
      !req.http.X-Want-New && !req.http.X-Old-Will-Do) {
    set req.http.X-Want-New = "1";
    return (restart);
  }
}

sub vcl_backend_response {
  # What the shop says to caches such as this one counts, and it says nothing of what is somebody's own.
  if (beresp.status == 200 && !beresp.http.Set-Cookie && !bereq.uncacheable && beresp.http.Surrogate-Control ~ "max-age=[0-9]+") {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
    set beresp.grace = 7d;
    set beresp.http.X-Kept-For = beresp.ttl;
    if (beresp.http.Surrogate-Control !~ "stale-while-revalidate") {
      # The shop could not tell whether this is old: once its time is over it is as if forgotten.
      set beresp.http.X-Kept-For = "7d";
    }
    set beresp.http.xkey = beresp.http.Surrogate-Key;
  } elsif (beresp.status == 200 && !beresp.http.Set-Cookie && beresp.http.Cache-Control ~ "immutable") {
    set beresp.grace = 7d;
    set beresp.http.X-Kept-For = beresp.ttl;
  } elsif (beresp.status >= 500 && !bereq.uncacheable) {
    # As if the shop were not there: see vcl_deliver.
    if (bereq.is_bgfetch) {
      return (abandon);
    }
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
  } else {
    # Remembered as what is not kept, so that nobody waits for somebody else's answer.
    set beresp.uncacheable = true;
    set beresp.ttl = 2m;
    set beresp.grace = 0s;
  }
  return (deliver);
}

# Nothing is kept, and nobody answers.
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
  # The shop did not answer, or with a failure: what is kept will do, however old.
  if (resp.status >= 500 && req.http.X-Shared && !req.http.X-Old-Will-Do) {
    set req.http.X-Old-Will-Do = "1";
    return (restart);
  }
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
  # Between the shop and this cache.
  unset resp.http.xkey;
  unset resp.http.X-Kept-For;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  unset resp.http.Surrogate-Control;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
  # A shared age would make browsers ask again too soon.
  unset resp.http.Age;
}
