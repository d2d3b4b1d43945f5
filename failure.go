package predate

import (
	"strconv"
	"time"
)

// Stage is a step of a collection: the one at which it stopped.
type Stage string

// The stages of a collection, in order.
const (
	StageResolve  Stage = "resolve"
	StageLogin    Stage = "login"
	StageAccount  Stage = "account"
	StageList     Stage = "list"
	StageDownload Stage = "download"
	StageVerify   Stage = "verify"
	StageDeposit  Stage = "deposit" // handing documents in
)

// FailureCode says why a collection stopped.
type FailureCode string

// The codes of failures. FailureCode.Plan returns how each is handled.
const (
	BadCredentials      FailureCode = "bad_credentials"
	AccountLocked       FailureCode = "account_locked"
	PasswordExpired     FailureCode = "password_expired"
	ActionRequired      FailureCode = "action_required"
	SecondFactor        FailureCode = "second_factor"
	Captcha             FailureCode = "captcha"
	Blocked             FailureCode = "blocked"
	SiteUnavailable     FailureCode = "site_unavailable"
	RateLimited         FailureCode = "rate_limited"
	SessionLost         FailureCode = "session_lost"
	SiteChanged         FailureCode = "site_changed"
	UnsupportedExtranet FailureCode = "unsupported_extranet"
	AccountNotFound     FailureCode = "account_not_found"
	AccountAmbiguous    FailureCode = "account_ambiguous"
	AccessRestricted    FailureCode = "access_restricted"
	EmptyListing        FailureCode = "empty_listing"
	DownloadFailed      FailureCode = "download_failed"
	DocumentInvalid     FailureCode = "document_invalid"
	PolicyRefused       FailureCode = "policy_refused"
	LimitReached        FailureCode = "limit_reached"
	// CredentialsExpired: the credentials were erased before the collection could be
	// made, because of their age or of an earlier failure.
	CredentialsExpired FailureCode = "credentials_expired"
	// DepositUnsupported: the recipe cannot upload documents.
	DepositUnsupported FailureCode = "deposit_unsupported"
	// DepositFailed: the extranet refused a document, or it is not known whether it
	// accepted it.
	DepositFailed FailureCode = "deposit_failed"
)

// FailureCodes returns all codes.
func FailureCodes() []FailureCode {
	return []FailureCode{
		BadCredentials, AccountLocked, PasswordExpired, ActionRequired, SecondFactor, Captcha, Blocked, SiteUnavailable, RateLimited,
		SessionLost, SiteChanged, UnsupportedExtranet, AccountNotFound, AccountAmbiguous, AccessRestricted, EmptyListing, DownloadFailed,
		DocumentInvalid, PolicyRefused, LimitReached, CredentialsExpired, DepositUnsupported, DepositFailed,
	}
}

// RecipeVersion names one version of the recipe of a family of extranets.
type RecipeVersion struct {
	ID      string
	Version int
}

// String returns the form "xnet@3".
func (r RecipeVersion) String() string { return r.ID + "@" + strconv.Itoa(r.Version) }

// Failure is the error that stopped a collection. It never contains a credential:
// Message is the site's own sentence, scrubbed and at most 300 characters long.
type Failure struct {
	Code    FailureCode
	Stage   Stage
	Message string
	// RetryAfter is how long the site asked us to wait; zero if it did not
	// ask.
	RetryAfter time.Duration
	// Unsettled is true if the password was sent and the site's answer does not show
	// whether it was accepted. Sending it again may lock the account, or send a
	// second code to somebody's telephone.
	Unsettled bool
	// Final is true if an automatic retry would change nothing.
	Final bool
	// Elsewhere is the host outside the recipe to which the site redirected. Nothing
	// was sent there. Empty if there was no such redirect.
	Elsewhere string
	// Page is the structure, without personal data, of the page on which the site
	// differed from its recipe; empty for other failures.
	Page string
	Err  error // the technical cause, for the logs
}

// Error returns the code, the stage and the cause.
func (f *Failure) Error() string {
	s := "collect: " + string(f.Code) + " at " + string(f.Stage)
	if f.Err != nil {
		s += ": " + f.Err.Error()
	}
	return s
}

// Unwrap returns the technical cause.
func (f *Failure) Unwrap() error { return f.Err }

// FailurePlan is how a failure is handled.
type FailurePlan struct {
	// Retries are the delays before each automatic retry. The order keeps its state
	// meanwhile. Empty means no retry.
	Retries []time.Duration
	// Erase deletes the sealed credentials at once, even those that the account
	// asked to keep, because they no longer work.
	Erase bool
	// Operator sends the order to an operator instead of the client after the last
	// retry.
	Operator bool
	Sentence string // French, for the client
}

// Plan returns how a failure with code c is handled. An unknown code goes to an operator.
func (c FailureCode) Plan() FailurePlan {
	const minute, hour = time.Minute, time.Hour
	outage := []time.Duration{minute, 10 * minute, hour, 4 * hour, 12 * hour, 12 * hour, 12 * hour} // two days
	// A document that cannot be fetched is retried three times; then the order goes
	// on without it, and names it.
	plans := map[FailureCode]FailurePlan{
		BadCredentials:      {Erase: true, Sentence: "L’extranet du syndic refuse l’identifiant ou le mot de passe. Transmettez de nouveaux codes par une demande d’actualisation."},
		AccountLocked:       {Erase: true, Sentence: "Le compte de l’extranet est verrouillé. Débloquez-le auprès du syndic, puis transmettez de nouveaux codes."},
		PasswordExpired:     {Erase: true, Sentence: "Le mot de passe de l’extranet a expiré. Changez-le sur le site du syndic, puis transmettez-le."},
		CredentialsExpired:  {Sentence: "Les codes de l’extranet ne sont plus conservés. Transmettez-les de nouveau par une demande d’actualisation, ou téléversez les documents."},
		ActionRequired:      {Sentence: "L’extranet du syndic demande une action de son titulaire (conditions à accepter, profil à compléter). Effectuez-la sur le site, puis demandez une actualisation."},
		SecondFactor:        {Sentence: "L’extranet du syndic demande un second facteur d’authentification. Téléversez les documents vous-même."},
		Captcha:             {Retries: []time.Duration{6 * hour}, Operator: true, Sentence: "L’extranet du syndic demande une vérification humaine."},
		Blocked:             {Retries: []time.Duration{8 * hour, 16 * hour}, Operator: true, Sentence: "L’extranet du syndic refuse l’accès automatisé."},
		SiteUnavailable:     {Retries: outage, Sentence: "L’extranet du syndic est indisponible. Téléversez les documents ou demandez une actualisation plus tard."},
		RateLimited:         {Retries: outage[1:], Sentence: "L’extranet du syndic limite le nombre de demandes."},
		SessionLost:         {Retries: outage[1:4], Sentence: "La session de l’extranet a été interrompue."},
		SiteChanged:         {Retries: outage[1:2], Operator: true, Sentence: "L’extranet du syndic a changé. Nos équipes s’en occupent ; vous pouvez aussi téléverser les documents."},
		UnsupportedExtranet: {Erase: true, Sentence: "Cet extranet n’est pas encore pris en charge. Vos codes ne lui ont pas été transmis ; téléversez les documents."},
		AccountNotFound:     {Erase: true, Sentence: "Le bien n’a pas été trouvé dans cet espace client. Vérifiez l’adresse et le lot."},
		AccountAmbiguous:    {Erase: true, Sentence: "Plusieurs biens de cet espace client correspondent. Précisez l’adresse ou le lot."},
		AccessRestricted:    {Erase: true, Sentence: "Cet espace client ne donne pas accès aux documents de la copropriété."},
		EmptyListing:        {Retries: outage[2:3], Operator: true, Sentence: "L’espace client ne présente aucun document."},
		DownloadFailed:      {Retries: outage[:3], Sentence: "Un document de l’extranet n’a pas pu être téléchargé."},
		DocumentInvalid:     {Retries: outage[:3], Sentence: "Un document de l’extranet est illisible."},
		PolicyRefused:       {Erase: true, Sentence: "L’adresse de l’extranet est refusée par nos règles de sécurité."},
		DepositUnsupported:  {Sentence: "L’extranet du syndic ne permet pas de déposer de documents."},
		DepositFailed:       {Sentence: "Le dépôt d’un document sur l’extranet du syndic n’a pas abouti."},
		LimitReached:        {Operator: true, Sentence: "L’espace client contient plus de documents qu’il n’est permis d’en collecter sans contrôle ; nos équipes s’en occupent."},
	}
	plan, ok := plans[c]
	if !ok {
		return FailurePlan{Operator: true, Sentence: "La collecte s’est arrêtée ; nos équipes s’en occupent."}
	}
	return plan
}
