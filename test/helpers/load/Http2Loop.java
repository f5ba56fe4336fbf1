// Requests over HTTP/2 in a loop: several threads, whose requests share a connection through the proxy.
import java.io.FileInputStream;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

public class Http2Loop {
  public static void main(String[] args) throws Exception {
    var client = HttpClient.newBuilder()
      .version(HttpClient.Version.HTTP_2)
      .proxy(ProxySelector.of(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]))))
      .sslContext(trusting(args[2]))
      .build();
    var address = URI.create("https://" + args[1] + "/length");
    var threads = Integer.parseInt(args[3]);
    var requests = Integer.parseInt(args[4]);
    var upload = "x".repeat(3000);
    var right = new AtomicInteger();
    var pool = Executors.newFixedThreadPool(threads);
    for (int thread = 0; thread < threads; thread++)
      pool.submit(() -> {
        for (int n = 0; n < requests; n++)
          try {
            var request = HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.ofString(upload)).build();
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.body().equals("3000") && response.version() == HttpClient.Version.HTTP_2)
              right.incrementAndGet();
          } catch (Exception error) {
            System.err.println(error);
          }
      });
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.HOURS);
    System.out.println(right + " right");
    System.exit(0);
  }

  static SSLContext trusting(String path) throws Exception {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var file = new FileInputStream(path)) {
      store.setCertificateEntry("root", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
