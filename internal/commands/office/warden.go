package office

import (
	"fmt"
	"net/url"
	"strings"

	"predate"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/store"
)

// WardenCommand looks after what the warden remembers of logins.
type WardenCommand struct {
	Forget wardenForget `cmd:"" help:"Forget that an extranet refused the passwords of a username, and let it be tried again."`
}

type wardenForget struct {
	actFlags
	Host     string `help:"Host of the extranet, or its address." required:"" placeholder:"HOST"`
	Username string `help:"The username at that extranet." required:"" placeholder:"NAME"`
}

// Run forgets, and says what was remembered.
func (w wardenForget) Run(c *terminal.Context) error {
	house, _, err := openReviews(c, w.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	host := hostOf(w.Host)
	forgotten, err := house.Warden.Forget(c, host, predate.Secret(w.Username), w.act())
	if err != nil {
		return err
	}
	c.Say("Chez %s : %s.", host, wardenForgot(forgotten))
	c.Say("Les codes refusés ont été effacés : le client les transmet de nouveau par une demande d’actualisation.")
	return nil
}

// hostOf is the host of an address, as the orders name it.
func hostOf(text string) string {
	address := strings.TrimSpace(text)
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return predate.Syndic{URL: address}.Host()
	}
	return predate.Syndic{URL: "https://" + address}.Host()
}

// wardenForgot says in French what was forgotten.
func wardenForgot(f store.Forgotten) string {
	var said []string
	count := func(n int, one, many string) {
		switch {
		case n == 1:
			said = append(said, "1 "+one)
		case n > 1:
			said = append(said, fmt.Sprintf("%d %s", n, many))
		}
	}
	count(f.Passwords, "mot de passe refusé oublié", "mots de passe refusés oubliés")
	count(f.Logins, "connexion refusée ou incertaine oubliée", "connexions refusées ou incertaines oubliées")
	if f.Cool {
		said = append(said, "repos du compte levé")
	}
	return strings.Join(said, ", ")
}
