package predate

import "time"

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
	// DepositUnsupported: the recipe cannot hand documents in.
	DepositUnsupported FailureCode = "deposit_unsupported"
	// DepositFailed: the extranet refused a document, or nobody knows whether it
	// took it.
	DepositFailed FailureCode = "deposit_failed"
)

// Failure is why a collection stopped. It never holds a credential: Message is
// the site's own sentence, scrubbed and at most 300 characters.
type Failure struct {
	Code    FailureCode
	Stage   Stage
	Message string
	// RetryAfter is how long the site asked us to stay away; zero when it did
	// not say.
	RetryAfter time.Duration
	Err        error // the technical cause, for the logs
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
	Retry bool // try again later by itself; the order keeps its state
	Erase bool // the sealed credentials are erased at once
	// Operator puts the order before an operator instead of the client.
	Operator bool
	Sentence string // French, for the client
}

// Plan tells how a code is handled; an unknown code goes to the operator.
func (c FailureCode) Plan() FailurePlan {
	plans := map[FailureCode]FailurePlan{
		BadCredentials:      {Erase: true, Sentence: "L’extranet du syndic refuse l’identifiant ou le mot de passe. Transmettez de nouveaux codes par une demande d’actualisation."},
		AccountLocked:       {Erase: true, Sentence: "Le compte de l’extranet est verrouillé. Débloquez-le auprès du syndic, puis transmettez de nouveaux codes."},
		PasswordExpired:     {Erase: true, Sentence: "Le mot de passe de l’extranet a expiré. Changez-le sur le site du syndic, puis transmettez-le."},
		ActionRequired:      {Sentence: "L’extranet du syndic demande une action de son titulaire (conditions à accepter, profil à compléter). Effectuez-la sur le site, puis demandez une actualisation."},
		SecondFactor:        {Sentence: "L’extranet du syndic demande un second facteur d’authentification. Téléversez les documents vous-même."},
		Captcha:             {Retry: true, Operator: true, Sentence: "L’extranet du syndic demande une vérification humaine."},
		Blocked:             {Retry: true, Operator: true, Sentence: "L’extranet du syndic refuse l’accès automatisé."},
		SiteUnavailable:     {Retry: true, Sentence: "L’extranet du syndic est indisponible. Téléversez les documents ou demandez une actualisation plus tard."},
		RateLimited:         {Retry: true, Sentence: "L’extranet du syndic limite le nombre de demandes."},
		SessionLost:         {Retry: true, Sentence: "La session de l’extranet a été interrompue."},
		SiteChanged:         {Operator: true, Sentence: "L’extranet du syndic a changé. Nos équipes s’en occupent ; vous pouvez aussi téléverser les documents."},
		UnsupportedExtranet: {Sentence: "Cet extranet n’est pas encore pris en charge. Rien ne lui a été envoyé ; téléversez les documents."},
		AccountNotFound:     {Erase: true, Sentence: "Le bien n’a pas été trouvé dans cet espace client. Vérifiez l’adresse et le lot."},
		AccountAmbiguous:    {Erase: true, Sentence: "Plusieurs biens de cet espace client correspondent. Précisez l’adresse ou le lot."},
		AccessRestricted:    {Erase: true, Sentence: "Cet espace client ne donne pas accès aux documents de la copropriété."},
		EmptyListing:        {Operator: true, Sentence: "L’espace client ne présente aucun document."},
		DownloadFailed:      {Retry: true, Sentence: "Un document de l’extranet n’a pas pu être téléchargé."},
		DocumentInvalid:     {Sentence: "Un document de l’extranet est illisible."},
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
