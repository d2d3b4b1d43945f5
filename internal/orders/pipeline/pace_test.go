package pipeline

import (
	"testing"
	"time"

	"predate"
	"predate/internal/base/clocktest"
)

func TestAnEndpointsPace(t *testing.T) {
	clock := clocktest.At(time.Unix(1_700_000_000, 0))
	p := newPaces(clock.Now)
	paced, free := predate.Endpoint{ID: "whe_paced", MaxRate: 10}, predate.Endpoint{ID: "whe_free"}
	stepped := 0
	for range 300 { // thirty seconds, ten tries a second and more
		for range 3 {
			if wait := p.step(paced); wait == 0 {
				stepped++
			} else if wait > 100*time.Millisecond {
				t.Fatalf("sent away for %s", wait)
			}
			if p.step(free) != 0 {
				t.Fatal("an endpoint without a pace is held to one")
			}
		}
		clock.Pass(100 * time.Millisecond)
	}
	if stepped < 300 || stepped > 300+11 {
		t.Errorf("%d stepped in thirty seconds at ten a second", stepped)
	}
}

func TestIdlePacesAreForgotten(t *testing.T) {
	clock := clocktest.At(time.Unix(1_700_000_000, 0))
	p := newPaces(clock.Now)
	for i := range keptPaces + 100 {
		p.step(predate.Endpoint{ID: predate.EndpointID(time.Duration(i).String()), MaxRate: 1})
		clock.Pass(time.Millisecond)
	}
	if len(p.free) > keptPaces {
		t.Errorf("%d paces are kept", len(p.free))
	}
}
