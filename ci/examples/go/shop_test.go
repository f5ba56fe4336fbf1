// Nothing here knows of the proxy. Go uses none for localhost: SHOP_URL has to have another name.
package shop

import (
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

func get(t *testing.T, path string) string {
	response, err := http.Get(os.Getenv("SHOP_URL") + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestListsTheOrders(t *testing.T) {
	if orders := get(t, "/orders"); strings.TrimSpace(orders) != `[{"id":7}]` {
		t.Errorf("orders: %s", orders)
	}
	// The test passes without the stock. A check of the run sees that the request has failed.
	get(t, "/stock")
}
