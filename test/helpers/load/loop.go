// Requests of a load test in a loop: several goroutines, each request on a connection of its own through the proxy.
package main

import (
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
	authority := os.Args[2]
	pem, _ := os.ReadFile(os.Args[3])
	threads, _ := strconv.Atoi(os.Args[4])
	requests, _ := strconv.Atoi(os.Args[5])
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	client := &http.Client{Transport: &http.Transport{
		Proxy:             http.ProxyURL(proxy),
		TLSClientConfig:   &tls.Config{RootCAs: roots},
		DisableKeepAlives: true,
	}}
	var right int64
	var group sync.WaitGroup
	for thread := 0; thread < threads; thread++ {
		group.Add(1)
		go func(index int) {
			defer group.Done()
			for n := 0; n < requests; n++ {
				path := fmt.Sprintf("/%d/%d", index, n)
				response, err := client.Get("https://" + authority + path)
				if err != nil {
					fmt.Fprintln(os.Stderr, path, err)
					continue
				}
				body, _ := io.ReadAll(response.Body)
				response.Body.Close()
				if string(body) == "GET "+path+"\n" {
					atomic.AddInt64(&right, 1)
				}
			}
		}(thread)
	}
	group.Wait()
	fmt.Println(right, "right")
}
