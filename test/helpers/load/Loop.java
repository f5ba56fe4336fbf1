// Requests of a load test in a loop: several threads, each request on a connection of its own through the proxy.
import java.io.FileInputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URL;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

public class Loop {
  public static void main(String[] args) throws Exception {
    var proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])));
    var authority = args[1];
    var context = trusting(args[2]);
    var threads = Integer.parseInt(args[3]);
    var requests = Integer.parseInt(args[4]);
    var right = new AtomicInteger();
    var pool = Executors.newFixedThreadPool(threads);
    for (int thread = 0; thread < threads; thread++) {
      var index = thread;
      pool.submit(() -> {
        for (int n = 0; n < requests; n++) {
          var path = "/" + index + "/" + n;
          try {
            var connection = (HttpsURLConnection) new URL("https://" + authority + path).openConnection(proxy);
            connection.setSSLSocketFactory(context.getSocketFactory());
            connection.setRequestProperty("Connection", "close");
            try (var body = connection.getInputStream()) {
              if (new String(body.readAllBytes()).equals("GET " + path + "\n")) right.incrementAndGet();
            }
          } catch (Exception error) {
            System.err.println(path + ": " + error);
          }
        }
      });
    }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(right.get() + " right");
  }

  static SSLContext trusting(String file) throws Exception {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var input = new FileInputStream(file)) {
      store.setCertificateEntry("root", CertificateFactory.getInstance("X.509").generateCertificate(input));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
