package predate

import (
	"strconv"
	"time"
)

// Stage is how far a collection had come when it stopped.
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

// The failures of an extranet. Failure.Plan says what each means for the order.
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
	// CredentialsExpired: what opened the extranet was erased, by its age or by
	// an earlier failure, before the collection could be made.
	CredentialsExpired FailureCode = "credentials_expired"
	// DepositUnsupported: the recipe cannot hand documents in.
	DepositUnsupported FailureCode = "deposit_unsupported"
	// DepositFailed: the extranet refused a document, or nobody knows whether it
	// took it.
	DepositFailed FailureCode = "deposit_failed"
)

// FailureCodes lists them all.
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

// String writes "xnet@3".
func (r RecipeVersion) String() string { return r.ID + "@" + strconv.Itoa(r.Version) }

// Failure is why a collection stopped. It never holds a credential: Message is
// the site's own sentence, scrubbed and at most 300 characters.
type Failure struct {
	Code    FailureCode
	Stage   Stage
	Message string
	// RetryAfter is how long the site asked us to stay away; zero when it did
	// not say.
	RetryAfter time.Duration
	// Unsettled says that the password was sent and that the site's answer does
	// not tell what became of it: to send it again may be one refusal too many for
	// the site, or a second code on somebody's telephone.
	Unsettled bool
	// Final says that trying again by itself would change nothing.
	Final bool
	// Elsewhere is the host, none of the recipe's, to which the site led; nothing
	// was sent there. Empty where it led nowhere.
	Elsewhere string
	// Page is how the page was built at which the site was not as its recipe says,
	// without what it said of anybody; empty for other failures.
	Page string
	Err  error // the technical cause, for the logs
}

// Error names the code, the stage and the cause.
func (f *Failure) Error() string {
	s := "collect: " + string(f.Code) + " at " + string(f.Stage)
	if f.Err != nil {
		s += ": " + f.Err.Error()
	}
	return s
}

// Unwrap gives the technical cause.
func (f *Failure) Unwrap() error { return f.Err }

// FailurePlan is what a failure means for the order.
type FailurePlan struct {
	// Retries are the waits before each try that follows by itself, while the
	// order keeps its state; none means that it is not tried again.
	Retries []time.Duration
	// Erase drops the sealed credentials at once, even those that the account
	// asked to keep: they are of no use any more.
	Erase bool
	// Operator puts the order before an operator instead of the client, once
	// there is no further try.
	Operator bool
	Sentence string // French, for the client
}

// Plan tells how a code is handled; an unknown code goes to the operator.
func (c FailureCode) Plan() FailurePlan {
	const minute, hour = time.Minute, time.Hour
	outage := []time.Duration{minute, 10 * minute, hour, 4 * hour, 12 * hour, 12 * hour, 12 * hour} // two days
	// A document that cannot be had is tried three times more; then the order goes
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
