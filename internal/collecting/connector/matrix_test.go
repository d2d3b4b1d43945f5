package connector_test

import (
	"maps"
	"slices"
	"testing"

	"predate"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
)

// fate is what a trouble of a site comes to: the failure, its stage, and how
// many of the four papers are kept.
type fate struct {
	code  predate.FailureCode
	stage predate.Stage
	kept  int
}

// well is a trouble that is overcome.
func well() fate { return fate{"", "", 4} }

// fates is the contract: what each trouble comes to, on every family that can
// have it.
func fates() map[extranetsim.Trouble]fate {
	const login, account, list = predate.StageLogin, predate.StageAccount, predate.StageList
	refused := fate{predate.BadCredentials, login, 0}
	down := fate{predate.SiteUnavailable, login, 0}
	invalid := fate{predate.DocumentInvalid, predate.StageVerify, 3}
	notThere := fate{predate.DownloadFailed, predate.StageDownload, 3}
	return map[extranetsim.Trouble]fate{
		extranetsim.BadPassword: refused, extranetsim.BadPassword200: refused, extranetsim.BadPasswordRedirect: refused,
		extranetsim.BadPasswordSilent: refused, extranetsim.EchoingRefusal: refused, extranetsim.CaptchaAfterRefusal: refused,
		extranetsim.LocksOut: well(), extranetsim.LocksOutSilently: well(), // nobody was refused yet
		extranetsim.LockedAccount:    {predate.AccountLocked, login, 0},
		extranetsim.ExpiredPassword:  {predate.PasswordExpired, login, 0},
		extranetsim.AsksTerms:        {predate.ActionRequired, login, 0},
		extranetsim.AsksActivation:   {predate.ActionRequired, login, 0},
		extranetsim.AsksSecondFactor: {predate.SecondFactor, login, 0},
		extranetsim.AsksCaptcha:      {predate.Captcha, login, 0},
		extranetsim.NoCookie:         {predate.SiteChanged, login, 0},
		extranetsim.Wall:             {predate.Blocked, login, 0},
		extranetsim.TooManyLogins:    {predate.RateLimited, login, 0},

		extranetsim.Maintenance: down, extranetsim.MaintenancePage: down, extranetsim.MaintenanceInside: down,
		extranetsim.ServerError:     {predate.SiteUnavailable, list, 0},
		extranetsim.ServerErrorOnce: well(),
		extranetsim.TooManyRequests: {predate.RateLimited, list, 0},
		extranetsim.Lost401:         well(), extranetsim.Lost403: well(), extranetsim.LostToLogin: well(),
		extranetsim.AlwaysLost:     {predate.SessionLost, list, 0},
		extranetsim.LostThenLocked: {predate.AccountLocked, login, 0},

		extranetsim.OtherBuildingOnly: {predate.AccountNotFound, account, 0},
		extranetsim.TwinAccounts:      {predate.AccountAmbiguous, account, 0},
		extranetsim.AccessRestricted:  {predate.AccessRestricted, account, 0},
		extranetsim.NewSite:           {predate.SiteChanged, list, 0},
		extranetsim.NothingListed:     {predate.EmptyListing, list, 0},
		extranetsim.ShortListing:      {predate.SiteChanged, list, 0},
		extranetsim.SamePage:          {predate.SiteChanged, list, 0},

		extranetsim.LeadsAway: {predate.SiteChanged, predate.StageDownload, 0},
		// A page for a file is no reason for another login: the next run has it.
		extranetsim.HTMLFile: invalid, extranetsim.HTMLFileOnce: invalid,
		extranetsim.EmptyFile: invalid, extranetsim.CutFile: invalid, extranetsim.ForeignType: invalid, extranetsim.Zip: invalid,
		extranetsim.HugeFile: invalid, extranetsim.GzipBomb: invalid,
		extranetsim.BrokenTransfer: notThere, extranetsim.BrokenOnce: well(),
		extranetsim.MissingFile: notThere, extranetsim.ForbiddenFile: notThere, extranetsim.NoFile: notThere,
		extranetsim.ExpiredURL: notThere, extranetsim.ExpiredURLOnce: well(),

		extranetsim.DepositRefused: well(), extranetsim.DepositClosed: well(), // nothing is deposited here
		extranetsim.DepositNoReceipt: well(), extranetsim.DepositLost: well(),
	}
}

// exceptions are what a family comes to instead, and why.
func exceptions() map[extranetsim.Family]map[extranetsim.Trouble]fate {
	const account, list, download = predate.StageAccount, predate.StageList, predate.StageDownload
	noWord := fate{predate.SiteChanged, predate.StageLogin, 0}       // the form again, without a word, proves nothing
	noPaper := fate{predate.DocumentInvalid, predate.StageVerify, 3} // a page is a page, whatever it says
	return map[extranetsim.Family]map[extranetsim.Trouble]fate{
		extranetsim.FonciaWeb: {
			extranetsim.BadPasswordSilent: noWord, extranetsim.NoFile: noPaper,
			extranetsim.NewSite: {predate.SiteChanged, account, 0},
			// It still looks at the properties after three requests.
			extranetsim.ServerError:     {predate.SiteUnavailable, account, 0},
			extranetsim.TooManyRequests: {predate.RateLimited, account, 0},
		},
		extranetsim.Ics: {
			extranetsim.BadPasswordSilent: noWord, extranetsim.NoFile: noPaper,
			extranetsim.NewSite:          {predate.SiteChanged, account, 0},
			extranetsim.AccessRestricted: {predate.AccessRestricted, predate.StageLogin, 0}, // its first page says so
		},
		extranetsim.WebForms: {
			extranetsim.BadPasswordSilent: noWord, extranetsim.NoFile: noPaper,
			extranetsim.NewSite: {predate.SiteChanged, account, 0},
		},
		extranetsim.Vilogi: {
			extranetsim.BadPasswordSilent: noWord, extranetsim.BadPassword200: noWord, // an empty list
			extranetsim.AccessRestricted: {predate.AccessRestricted, list, 0}, // its accounts do not say so
		},
		extranetsim.Eseis: {
			extranetsim.NewSite: {predate.SiteChanged, account, 0},
			// Its folders say how much they hold.
			extranetsim.NothingListed: {predate.SiteChanged, list, 0},
		},
		extranetsim.Powimo: {
			extranetsim.BadPasswordSilent: noWord,
			extranetsim.NewSite:           {predate.SiteChanged, account, 0},
			// All is listed within three requests.
			extranetsim.ServerError:     {predate.SiteUnavailable, download, 0},
			extranetsim.TooManyRequests: {predate.RateLimited, download, 0},
			extranetsim.AlwaysLost:      {predate.SessionLost, download, 2},
		},
	}
}

// TestEveryTroubleOfEveryFamily holds every family to the contract.
func TestEveryTroubleOfEveryFamily(t *testing.T) {
	for _, f := range drivable() {
		for _, trouble := range extranetsim.Troubles() {
			if !f.Has(trouble) {
				continue
			}
			t.Run(string(f)+"/"+string(trouble), func(t *testing.T) {
				want, decided := fates()[trouble]
				if other, ok := exceptions()[f][trouble]; ok {
					want = other
				}
				if !decided {
					t.Fatal("the contract says nothing of it")
				}
				o := extranetsim.Options{Trouble: trouble, Username: connectortest.Username, Password: connectortest.Password}
				source := small()
				if trouble == extranetsim.SamePage {
					o.PageSize, source = 1, many(4)
				}
				run, s := visit(t, f, source, o, nil)
				failure := run.Failure()
				if failure == nil {
					failure = &predate.Failure{}
				}
				if got := (fate{failure.Code, failure.Stage, run.N}); got != want {
					t.Errorf("%+v, want %+v: %v", got, want, run.Err)
				}
				if s.Logins() > 2 || run.PasswordsSent() > 2 || want.code == predate.BadCredentials && s.Logins() != 1 {
					t.Errorf("%d logins", s.Logins())
				}
			})
		}
	}
}

// handling is what the order, its tries and its credentials become.
type handling struct {
	again bool          // tried again by itself
	end   predate.State // when no try is left: waiting for the client, or still confirmed, before an operator
	erase bool          // the credentials are dropped at once
}

// handlings is the contract of the codes that a trouble can come to.
func handlings() map[predate.FailureCode]handling {
	return map[predate.FailureCode]handling{
		predate.BadCredentials:   {false, predate.Waiting, true},
		predate.AccountLocked:    {false, predate.Waiting, true},
		predate.PasswordExpired:  {false, predate.Waiting, true},
		predate.ActionRequired:   {false, predate.Waiting, false},
		predate.SecondFactor:     {false, predate.Waiting, false},
		predate.Captcha:          {true, predate.Confirmed, false},
		predate.Blocked:          {true, predate.Confirmed, false},
		predate.SiteUnavailable:  {true, predate.Waiting, false},
		predate.RateLimited:      {true, predate.Waiting, false},
		predate.SessionLost:      {true, predate.Waiting, false},
		predate.SiteChanged:      {true, predate.Confirmed, false},
		predate.AccountNotFound:  {false, predate.Waiting, true},
		predate.AccountAmbiguous: {false, predate.Waiting, true},
		predate.AccessRestricted: {false, predate.Waiting, true},
		predate.EmptyListing:     {true, predate.Confirmed, false},
		predate.DownloadFailed:   {true, predate.Waiting, false},
		predate.DocumentInvalid:  {true, predate.Waiting, false},
		predate.PolicyRefused:    {false, predate.Waiting, true},
	}
}

// TestEveryFateIsHandled: each code that a trouble comes to has its handling of
// the order, the tries and the credentials.
func TestEveryFateIsHandled(t *testing.T) {
	met := map[predate.FailureCode]bool{}
	for _, table := range append(slices.Collect(maps.Values(exceptions())), fates()) {
		for _, f := range table {
			met[f.code] = true
		}
	}
	delete(met, "")
	for code := range met {
		want, decided := handlings()[code]
		plan := code.Plan()
		got := handling{len(plan.Retries) > 0, predate.Waiting, plan.Erase}
		if plan.Operator {
			got.end = predate.Confirmed
		}
		if !decided || got != want {
			t.Errorf("%s: %+v, want %+v", code, got, want)
		}
	}
}
