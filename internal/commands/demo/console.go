package demo

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"predate"
	"predate/internal/commands/serving"
	"predate/internal/doors/console"
	"predate/internal/orders/auth"
)

// demoOperator decides in the demonstration.
const demoOperator = "C. Aubrac"

// openConsole opens the operators' pages on a free port, with a link that signs in
// once: there is nobody who could be asked for a password.
func (s *stage) openConsole(flags serving.ServerFlags) (net.Listener, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for operators: %w", err)
	}
	if err := s.furnishConsole(flags, listener); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// furnishConsole puts the pages behind a listener, and the link before them.
func (s *stage) furnishConsole(flags serving.ServerFlags, listener net.Listener) (err error) {
	if s.console, err = s.house.OpenConsole(flags, listener); err != nil {
		return err
	}
	people, err := s.house.People(s.console)
	if err != nil {
		return err
	}
	invited, err := people.Invite(s.ctx, auth.Actor{Name: "the demonstration"}, auth.NewOperator{Email: "c.aubrac@predate.example", Name: demoOperator, Role: predate.RoleAdmin})
	if err != nil {
		return err
	}
	s.visitor = invited.Token
	pages, doors := s.house.Admin, http.NewServeMux()
	doors.Handle("/", pages)
	doors.HandleFunc("GET /demo/{token}", func(w http.ResponseWriter, r *http.Request) { enterOnce(people, s.console, w, r) })
	s.house.Admin = doors
	return nil
}

// enterOnce signs the holder of the demonstration's link in.
func enterOnce(people *auth.People, at *url.URL, w http.ResponseWriter, r *http.Request) {
	joined, err := people.JoinOnce(r.Context(), predate.Secret(r.PathValue("token")), auth.Browser{Agent: r.UserAgent()})
	if err != nil {
		http.Error(w, "Ce lien a déjà servi. Relancez la démonstration.", http.StatusForbidden)
		return
	}
	http.SetCookie(w, console.SessionCookie(at, joined.Token))
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// keep leaves the demonstration open, with an order that waits for an operator.
func (s *stage) keep() error {
	order, err := s.placeDoubtful()
	if err != nil {
		return err
	}
	s.say("POST      /order/ → order %s, of which a figure waits for an operator", order)
	s.say("open      %s/demo/%s", s.console, s.visitor.Reveal())
	s.say("          signs in once as « %s »; Ctrl-C ends the demonstration", demoOperator)
	<-s.ctx.Done()
	return nil
}

// placeDoubtful orders a statement that a person must settle, and waits until it
// does wait for one.
func (s *stage) placeDoubtful() (predate.OrderID, error) {
	id, _, err := s.place(demoOrder{externalID: "demo-2", username: "test-review", test: true})
	if err != nil {
		return "", err
	}
	for {
		opened, err := s.house.Desk.Open(s.ctx, id)
		if err != nil || opened.Review != nil {
			return id, err
		}
		select {
		case <-s.ctx.Done():
			return "", s.ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}
