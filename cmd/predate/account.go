package main

import (
	"encoding/json"
	"fmt"

	"predate"
	"predate/internal/auth"
	"predate/internal/egress"
	"predate/internal/queue"
)

// accountCommand manages the clients of the API.
type accountCommand struct {
	Create   accountCreate   `cmd:"" help:"Open an account and show its keys, this once."`
	List     accountList     `cmd:"" help:"List the accounts."`
	Set      accountSet      `cmd:"" help:"Change what is agreed with an account."`
	Disable  accountDisable  `cmd:"" help:"Shut an account out, or let it in again; its tokens end."`
	Password accountPassword `cmd:"" help:"Give an account another password; its tokens end."`
	Key      struct {
		Create keyCreate `cmd:"" help:"Make another API key and show it, this once."`
		List   keyList   `cmd:"" help:"List the API keys of an account."`
		Revoke keyRevoke `cmd:"" help:"Revoke an API key; the tokens that it was given end."`
	} `cmd:"" help:"Manage API keys."`
}

type accountCreate struct {
	storeFlags
	passwordFlags
	Email       string `help:"E-mail of the account." required:""`
	Kind        string `help:"Kind of the account." enum:"premium,syndic,standard" default:"premium"`
	CallbackURL string `name:"callback-url" help:"Callback URL of its first webhook endpoint." placeholder:"URL"`
	PublicURL   string `name:"public-url" help:"Address of the server: no callback may lead there." placeholder:"URL"`
	FourEyes    bool   `name:"four-eyes" help:"Two persons issue a statement that went to an operator."`
	JSON        bool   `name:"json" help:"Print one JSON object."`
}

// opened is what the creation of an account shows. Its keys cannot be shown
// again.
type opened struct {
	Email         string             `json:"email"`
	APIKey        string             `json:"api_key"`
	TestAPIKey    string             `json:"test_api_key"`
	WebhookSecret string             `json:"webhook_secret"`
	EndpointID    predate.EndpointID `json:"endpoint_id"`
}

// Run opens an account with its keys and, when a callback URL is given, its
// first endpoint. The URL is judged before anything is written.
func (a accountCreate) Run(c *commandContext) error {
	house, authority, err := openAuthority(c, a.storeFlags)
	if err != nil {
		return err
	}
	defer house.close()
	if a.CallbackURL != "" {
		house.guard = egress.New(guardOptions(a.Dev, ownHost(a.PublicURL)))
		if err := house.guard.CheckURL(a.CallbackURL); err != nil {
			return fmt.Errorf("callback-url: %w", err)
		}
	}
	password, err := a.passwordFlags.read(c, authority)
	if err != nil {
		return err
	}
	account, keys, err := authority.CreateAccount(c, auth.NewAccount{Email: a.Email, Kind: predate.AccountKind(a.Kind), Password: password, FourEyes: a.FourEyes})
	if err != nil {
		return err
	}
	shown := opened{Email: account.Email, APIKey: keys.Live.Reveal(), TestAPIKey: keys.Test.Reveal()}
	if a.CallbackURL != "" {
		if shown.EndpointID, shown.WebhookSecret, err = a.endpoint(c, house, account); err != nil {
			return err
		}
	}
	return shown.print(c, a.JSON)
}

func (a accountCreate) endpoint(c *commandContext, house *cellar, account predate.Account) (predate.EndpointID, string, error) {
	q, err := house.newQueue(queue.Options{})
	if err != nil {
		return "", "", err
	}
	front, err := house.frontDesk(q, nil, deskDates{})
	if err != nil {
		return "", "", err
	}
	endpoint, secret, err := front.CreateEndpoint(c, predate.Endpoint{Account: account.ID, URL: a.CallbackURL})
	return endpoint.ID, secret.Reveal(), err
}

func (o opened) print(c *commandContext, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(c.stdout).Encode(o)
	}
	c.say("Account %s is open. Keep these; they are not shown again.", o.Email)
	c.say("  API key       %s", o.APIKey)
	c.say("  test API key  %s", o.TestAPIKey)
	if o.EndpointID != "" {
		c.say("  endpoint      %s", o.EndpointID)
		c.say("  its secret    %s", o.WebhookSecret)
	}
	return nil
}

// openAuthority opens the accounts of an installation. The issuer only matters
// to tokens, which these commands never make.
func openAuthority(c *commandContext, f storeFlags) (*cellar, *auth.Authority, error) {
	house, err := openCellar(c, f, commandLog(c))
	if err != nil {
		return nil, nil, err
	}
	authority, err := house.authority("predate", 0)
	if err != nil {
		house.close()
		return nil, nil, err
	}
	return house, authority.As(auth.Actor{Name: orUser("")}), nil
}

type accountList struct {
	storeFlags
	JSON bool `name:"json" help:"Print one JSON object a line."`
}

// Run lists the accounts.
func (a accountList) Run(c *commandContext) error {
	house, authority, err := openAuthority(c, a.storeFlags)
	if err != nil {
		return err
	}
	defer house.close()
	accounts, err := authority.Accounts(c)
	if err != nil {
		return err
	}
	for _, account := range accounts {
		if a.JSON {
			if err := json.NewEncoder(c.stdout).Encode(map[string]any{
				"email": account.Email, "kind": account.Kind, "disabled": account.Disabled, "four_eyes": account.FourEyes, "created": account.Created,
			}); err != nil {
				return fmt.Errorf("print account: %w", err)
			}
			continue
		}
		state := "open"
		if account.Disabled {
			state = "disabled"
		}
		c.say("%-40s %-9s %-9s since %s", account.Email, account.Kind, state, account.Created.Format("2006-01-02"))
	}
	return nil
}

type accountSet struct {
	storeFlags
	Email    string `help:"E-mail of the account." required:""`
	FourEyes bool   `name:"four-eyes" help:"Two persons issue a statement that went to an operator." negatable:"" required:""`
}

// Run changes what is agreed with an account.
func (a accountSet) Run(c *commandContext) error {
	house, authority, err := openAuthority(c, a.storeFlags)
	if err != nil {
		return err
	}
	defer house.close()
	return authority.SetFourEyes(c, a.Email, a.FourEyes)
}

type accountDisable struct {
	storeFlags
	Email string `help:"E-mail of the account." required:""`
	Undo  bool   `help:"Let the account in again."`
}

// Run shuts an account out: its keys and tokens stop working at once.
func (a accountDisable) Run(c *commandContext) error {
	house, authority, err := openAuthority(c, a.storeFlags)
	if err != nil {
		return err
	}
	defer house.close()
	return authority.SetDisabled(c, a.Email, !a.Undo)
}
