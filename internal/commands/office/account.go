package office

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/queue"
	"predate/internal/orders/auth"
)

// AccountCommand manages the clients of the API.
type AccountCommand struct {
	Create    accountCreate    `cmd:"" help:"Open an account and show its keys, this once."`
	List      accountList      `cmd:"" help:"List the accounts."`
	Set       accountSet       `cmd:"" help:"Change what is agreed with an account."`
	ResetLink accountResetLink `cmd:"" name:"reset-link" help:"Print a link by which the holder chooses another password, once, within the hour."`
	Disable   accountDisable   `cmd:"" help:"Shut an account out, or let it in again; its tokens end."`
	Password  accountPassword  `cmd:"" help:"Give an account another password; its tokens end."`
	Key       struct {
		Create keyCreate `cmd:"" help:"Make another API key and show it, this once."`
		List   keyList   `cmd:"" help:"List the API keys of an account."`
		Revoke keyRevoke `cmd:"" help:"Revoke an API key; the tokens that it was given end."`
	} `cmd:"" help:"Manage API keys."`
}

type accountCreate struct {
	serving.StoreFlags
	passwordFlags
	Email       string `help:"E-mail of the account." required:""`
	Kind        string `help:"Kind of the account." enum:"premium,syndic,standard" default:"premium"`
	CallbackURL string `name:"callback-url" help:"Callback URL of its first webhook endpoint." placeholder:"URL"`
	PublicURL   string `name:"public-url" help:"Address of the server: no callback may lead there." placeholder:"URL"`
	FourEyes    bool   `name:"four-eyes" help:"Two persons issue a statement that went to an operator."`
	JSON        bool   `name:"json" help:"Print one JSON object."`
}

// Opened is what the creation of an account shows. Its keys cannot be shown
// again.
type Opened struct {
	Email         string             `json:"email"`
	APIKey        string             `json:"api_key"`
	TestAPIKey    string             `json:"test_api_key"`
	WebhookSecret string             `json:"webhook_secret"`
	EndpointID    predate.EndpointID `json:"endpoint_id"`
}

// Run opens an account with its keys and, when a callback URL is given, its
// first endpoint. The URL is judged before anything is written.
func (a accountCreate) Run(c *terminal.Context) error {
	house, authority, err := serving.OpenAuthority(c, a.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	if a.CallbackURL != "" {
		house.Guard = egress.New(serving.GuardOptions(a.Dev, serving.OwnHost(a.PublicURL)))
		if err := house.Guard.CheckURL(a.CallbackURL); err != nil {
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
	shown := Opened{Email: account.Email, APIKey: keys.Live.Reveal(), TestAPIKey: keys.Test.Reveal()}
	if a.CallbackURL != "" {
		if shown.EndpointID, shown.WebhookSecret, err = a.endpoint(c, house, account); err != nil {
			return err
		}
	}
	return shown.print(c, a.JSON)
}

func (a accountCreate) endpoint(c *terminal.Context, house *serving.Cellar, account predate.Account) (predate.EndpointID, string, error) {
	q, err := house.NewQueue(queue.Options{})
	if err != nil {
		return "", "", err
	}
	front, err := house.FrontDesk(q, nil, serving.DeskDates{})
	if err != nil {
		return "", "", err
	}
	endpoint, secret, err := front.CreateEndpoint(c, predate.Endpoint{Account: account.ID, URL: a.CallbackURL})
	return endpoint.ID, secret.Reveal(), err
}

func (o Opened) print(c *terminal.Context, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(c.Stdout).Encode(o)
	}
	c.Say("Account %s is open. Keep these; they are not shown again.", o.Email)
	c.Say("  API key       %s", o.APIKey)
	c.Say("  test API key  %s", o.TestAPIKey)
	if o.EndpointID != "" {
		c.Say("  endpoint      %s", o.EndpointID)
		c.Say("  its secret    %s", o.WebhookSecret)
	}
	return nil
}

type accountList struct {
	serving.StoreFlags
	JSON bool `name:"json" help:"Print one JSON object a line."`
}

// Run lists the accounts.
func (a accountList) Run(c *terminal.Context) error {
	house, authority, err := serving.OpenAuthority(c, a.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	accounts, err := authority.Accounts(c)
	if err != nil {
		return err
	}
	for _, account := range accounts {
		if a.JSON {
			if err := json.NewEncoder(c.Stdout).Encode(map[string]any{
				"email": account.Email, "kind": account.Kind, "disabled": account.Disabled, "four_eyes": account.FourEyes,
				"send_documents": account.SendDocuments, "send_registration": account.SendRegistration, "keep_credentials": account.KeepCredentials, "created": account.Created,
			}); err != nil {
				return fmt.Errorf("print account: %w", err)
			}
			continue
		}
		state := "open"
		if account.Disabled {
			state = "disabled"
		}
		c.Say("%-40s %-9s %-9s since %s", account.Email, account.Kind, state, account.Created.Format("2006-01-02"))
	}
	return nil
}

type accountSet struct {
	serving.StoreFlags
	Email            string `help:"E-mail of the account." required:""`
	Kind             string `help:"Kind of the account: premium, syndic or standard." placeholder:"KIND"`
	SendDocuments    *bool  `name:"send-documents" help:"Webhooks carry the list of papers." negatable:""`
	SendRegistration *bool  `name:"send-registration" help:"Webhooks carry the number of registration." negatable:""`
	KeepCredentials  *bool  `name:"keep-credentials" help:"Extranet credentials are kept for refreshes; without, those that are kept are erased." negatable:""`
	FourEyes         *bool  `name:"four-eyes" help:"Two persons issue a statement that went to an operator." negatable:""`
}

// Run changes what is agreed with an account, and leaves what is not named.
func (a accountSet) Run(c *terminal.Context) error {
	if a.Kind == "" && a.SendDocuments == nil && a.SendRegistration == nil && a.KeepCredentials == nil && a.FourEyes == nil {
		return errors.New("nothing to set: name --kind, --send-documents, --send-registration, --keep-credentials or --four-eyes, or one with --no-")
	}
	house, authority, err := serving.OpenAuthority(c, a.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	account, err := authority.ChangeTerms(c, a.Email, auth.TermsChange{
		Flags: auth.Flags{SendDocuments: a.SendDocuments, SendRegistration: a.SendRegistration, KeepCredentials: a.KeepCredentials},
		Kind:  predate.AccountKind(a.Kind), FourEyes: a.FourEyes,
	})
	if err != nil {
		return err
	}
	terms := auth.TermsOf(account)
	c.Say("%s: %s, documents %s, registration %s, credentials kept %s, four eyes %s", account.Email, terms.Kind,
		yes(terms.SendDocuments), yes(terms.SendRegistration), yes(terms.KeepCredentials), yes(terms.FourEyes))
	return nil
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

type accountResetLink struct {
	serving.StoreFlags
	Email     string `help:"E-mail of the account." required:""`
	PublicURL string `name:"public-url" help:"Address under which clients reach the server; the link begins with it." placeholder:"URL" required:""`
}

// Run prints a link by which the holder of an account chooses another password.
func (a accountResetLink) Run(c *terminal.Context) error {
	if base, err := url.Parse(a.PublicURL); err != nil || base.Host == "" {
		return fmt.Errorf("public-url: %q is no address of a server", a.PublicURL)
	}
	house, authority, err := serving.OpenAuthority(c, a.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	made, err := authority.NewReset(c, a.Email)
	if err != nil {
		return err
	}
	c.Say("%s", made.Address(a.PublicURL))
	fmt.Fprintf(c.Stderr, "It serves once, until %s.\n", made.Expires.Local().Format("15:04 on 2006-01-02"))
	return nil
}

type accountDisable struct {
	serving.StoreFlags
	Email string `help:"E-mail of the account." required:""`
	Undo  bool   `help:"Let the account in again."`
}

// Run shuts an account out: its keys and tokens stop working at once.
func (a accountDisable) Run(c *terminal.Context) error {
	house, authority, err := serving.OpenAuthority(c, a.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	return authority.SetDisabled(c, a.Email, !a.Undo)
}
