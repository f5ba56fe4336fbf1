// Requests over HTTP/2 in a loop: several goroutines, whose requests share connections through the proxy.
package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
)

func main() {
	proxy, _ := url.Parse("http://127.0.0.1:" + os.Args[1])
	address := "https://" + os.Args[2]
	pem, _ := os.ReadFile(os.Args[3])
	threads, _ := strconv.Atoi(os.Args[4])
	requests, _ := strconv.Atoi(os.Args[5])
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	client := &http.Client{Transport: &http.Transport{
		Proxy:             http.ProxyURL(proxy),
		TLSClientConfig:   &tls.Config{RootCAs: roots},
		ForceAttemptHTTP2: true,
	}}
	upload := bytes.Repeat([]byte("x"), 3000)
	var right int64
	var group sync.WaitGroup
	for thread := 0; thread < threads; thread++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for n := 0; n < requests; n++ {
				response, err := client.Post(address+"/length", "text/plain", bytes.NewReader(upload))
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					continue
				}
				body, _ := io.ReadAll(response.Body)
				response.Body.Close()
				if string(body) == "3000" && response.ProtoMajor == 2 {
					atomic.AddInt64(&right, 1)
				}
			}
		}()
	}
	group.Wait()
	fmt.Println(right, "right")
}
