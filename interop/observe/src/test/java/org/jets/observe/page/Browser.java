package org.jets.observe.page;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A client that keeps cookies and follows redirections as a browser does. */
final class Browser {
  static final Duration BOUND = Duration.ofSeconds(60);

  private final HttpClient client;
  private final URI base;

  Browser(LivePage page) {
    this.base = URI.create("http://127.0.0.1:" + page.port());
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(BOUND)
            .build();
  }

  /** Returns a browser that has shown the token. */
  static Browser in(LivePage page) throws IOException, InterruptedException {
    Browser browser = new Browser(page);
    browser.get(page.url().getRawPath() + "?" + page.url().getRawQuery());
    return browser;
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(base.resolve(path)).timeout(BOUND);
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }

  HttpClient client() {
    return client;
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path).build());
  }

  /** Sends a form as the page itself does. */
  HttpResponse<String> post(String path, String form) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Origin", base.toString())
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build());
  }
}
