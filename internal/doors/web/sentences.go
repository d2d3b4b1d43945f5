package web

import "slices"

// Sentence is a sentence of the API for people, in both languages. {} is a placeholder for
// a value; the order of values is the same in both.
type Sentence struct {
	// Code is that of the refusal (the header predate-error), or of what is wrong with a
	// field; empty for the message of a success.
	Code            string
	English, French string
	// Status is the HTTP status of a refusal. Retry is after how many seconds the request
	// may be repeated; 0 where time alone does not help, or where the refusal itself says.
	Status, Retry int
	// Fixed is true if the contract prescribes the English sentence: it is then sent in
	// every language. The French one explains it.
	Fixed bool
}

// Refusals returns the sentences of all refusals, by code.
func Refusals() []Sentence {
	return slices.Concat(fixedRefusals(), callerRefusals(), requestRefusals(), lookedForRefusals(), stateRefusals(), ownRefusals())
}

// RefusalOf returns the first sentence of a code that is said in the words of text; with an
// empty text the first sentence of the code.
func RefusalOf(code, text string) (Sentence, bool) {
	for _, one := range Refusals() {
		if one.Code == code && (text == "" || one.English == text) {
			return one, true
		}
	}
	return Sentence{}, false
}

// fixedRefusals returns the refusals whose English sentence the contract prescribes.
func fixedRefusals() []Sentence {
	return []Sentence{
		{Code: "invalid_api_key", Status: 400, English: "Invalid API key", French: "Clé d’API inconnue", Fixed: true},
		{Code: "invalid_credentials", Status: 401, English: "Invalid credentials", French: "Adresse électronique ou mot de passe inexact", Fixed: true},
		{Code: "invalid_syndic", Status: 400, English: "Missing or invalid syndic information for method 'extranet'", French: "Renseignements du syndic absents ou inexacts pour la méthode extranet", Fixed: true},
		{Code: "undecodable_json", Status: 400, English: "Failed to decode JSON object", French: "Le corps n’est pas un objet JSON", Fixed: true},
	}
}

// callerRefusals returns the refusals about the caller and his rate of requests.
func callerRefusals() []Sentence {
	return []Sentence{
		{Code: "invalid_access_token", Status: 401, English: "Invalid or expired access token", French: "Jeton d’accès inconnu ou expiré"},
		{Code: "account_kind", Status: 403, English: "A Premium or Syndic account is required", French: "Il faut un compte Premium ou Syndic"},
		{Code: "missing_credentials", Status: 400, English: "Missing e-mail or password", French: "Adresse électronique ou mot de passe absent"},
		{Code: "rate_limited", Status: 429, English: "Too many authentications at once", French: "Trop d’authentifications à la fois"},
		{Code: "rate_limited", Status: 429, English: "Too many failed authentications", French: "Trop d’authentifications refusées"},
		{Code: "rate_limited", Status: 429, English: "Too many requests: at most {} a second", French: "Trop de demandes\u00a0: {} par seconde au plus"},
		{Code: "too_many_polls", Status: 429, Retry: 1, English: "Too many requests of the account wait for events at once", French: "Trop de demandes du compte attendent des événements à la fois"},
		{Code: "too_many_usernames", Status: 429, English: "The orders of an account name at most {} different extranet usernames in 24 hours", French: "Les commandes d’un compte nomment au plus {} identifiants d’extranet différents en 24\u00a0heures"},
		{Code: "forbidden", Status: 403, English: "The account is closed", French: "Le compte est fermé"},
		{Code: "test_key", Status: 403, English: "A test API key only creates test orders: set test_mode to true", French: "Une clé de test ne crée que des commandes de test\u00a0: donnez test_mode à true"},
		{Code: "test_key", Status: 403, English: "A test API key only creates test endpoints: set test_mode to true, or leave it out", French: "Une clé de test ne crée que des points de réception de test\u00a0: donnez test_mode à true, ou omettez-le"},
		{Code: "test_key", Status: 403, English: "A test API key changes nothing that live orders depend on: use a live key", French: "Une clé de test ne change rien dont dépendent les commandes réelles\u00a0: utilisez une clé réelle"},
	}
}

// requestRefusals returns the refusals about the form of a request.
func requestRefusals() []Sentence {
	return []Sentence{
		{Code: "unknown_path", Status: 404, English: "Not found", French: "Adresse inconnue"},
		{Code: "method_not_allowed", Status: 405, English: "Method not allowed", French: "Méthode non admise"},
		{Code: "unsupported_media_type", Status: 415, English: "Unsupported content type", French: "Type de contenu non admis"},
		{Code: "body_too_large", Status: 413, English: "The request body is too large", French: "Le corps de la demande est trop grand"},
		{Code: "body_too_slow", Status: 408, English: "The request body comes too slowly: send it again", French: "Le corps de la demande vient trop lentement\u00a0: envoyez-la de nouveau"},
		{Code: "file_too_large", Status: 413, English: "The file {} is larger than {} MiB", French: "Le fichier {} dépasse {}\u00a0Mio"},
		{Code: "too_large", Status: 413, English: "An order takes at most {} documents of the client", French: "Une commande prend {} documents du client au plus"},
		{Code: "too_large", Status: 413, English: "An order takes at most {} messages", French: "Une commande prend {} messages au plus"},
		{Code: "invalid_request", Status: 400, English: "Invalid request: at least one answer is required", French: "Demande invalide\u00a0: il faut au moins une réponse"},
	}
}

// lookedForRefusals returns the refusals about things that do not exist.
func lookedForRefusals() []Sentence {
	return []Sentence{
		{Code: "order_not_found", Status: 404, English: "Order not found", French: "Commande inconnue"},
		{Code: "webhook_not_found", Status: 404, English: "Webhook endpoint not found", French: "Point de réception inconnu"},
		{Code: "delivery_not_found", Status: 404, English: "Delivery not found", French: "Envoi inconnu"},
		{Code: "statement_not_ready", Status: 404, English: "The statement is not available", French: "Le pré-état daté n’est pas disponible"},
		{Code: "file_not_found", Status: 404, English: "File not found: the address is wrong or has expired", French: "Fichier introuvable\u00a0: l’adresse est inexacte ou a expiré"},
		{Code: "proof_not_available", Status: 404, English: "The proof is not available: this statement holds it itself", French: "La preuve n’est pas disponible à part\u00a0: ce pré-état daté la contient"},
		{Code: "invoice_not_found", Status: 404, English: "Invoice not found", French: "Facture inconnue"},
		{Code: "key_not_found", Status: 404, English: "API key not found", French: "Clé d’API inconnue de ce compte"},
		{Code: "reset_not_found", Status: 404, English: "The link is wrong, was used or has expired", French: "Le lien est inexact, a servi ou a expiré"},
		{Code: "no_papers", Status: 404, English: "The order has no papers yet", French: "La commande n’a encore aucune pièce"},
		{Code: "code_not_found", Status: 404, English: "No statement was issued under this code", French: "Aucun pré-état daté n’a été émis sous ce code"},
	}
}

// stateRefusals returns the refusals about the state of an order, an account or a key.
func stateRefusals() []Sentence {
	return []Sentence{
		{Code: "order_in_progress", Status: 409, English: "The order is being processed", French: "La commande est en cours de traitement"},
		{Code: "order_cancelled", Status: 409, English: "The order is cancelled", French: "La commande est annulée"},
		{Code: "order_done", Status: 409, English: "The order is done: request a refresh first", French: "La commande est terminée\u00a0: demandez d’abord une actualisation"},
		{Code: "conflict", Status: 409, English: "The order is done and can no longer be cancelled", French: "La commande est terminée et ne peut plus être annulée"},
		{Code: "conflict", Status: 409, English: "The order is {}: {} is not possible", French: "La commande est dans l’état {}\u00a0: {} n’est pas possible"},
		{Code: "conflict", Status: 409, English: "An operator has answered {} already", French: "Un opérateur a déjà répondu à {}"},
		{Code: "changed_meanwhile", Status: 409, English: "The order changed meanwhile: try again", French: "La commande a changé entre-temps\u00a0: réessayez"},
		{Code: "order_not_in_test_mode", Status: 409, English: "The order is not in test mode", French: "La commande n’est pas en mode test"},
		{Code: "nothing_passed", Status: 409, English: "Nothing can come out of order yet: the transaction has had one event only", French: "Rien ne peut encore venir dans le désordre\u00a0: la commande n’a eu qu’un événement"},
		{Code: "no_endpoint", Status: 409, English: "No enabled webhook endpoint is registered: create one with POST /account/webhooks", French: "Aucun point de réception n’est en service\u00a0: créez-en un par POST /account/webhooks"},
		{Code: "no_endpoint", Status: 409, English: "No enabled test endpoint is registered: create one with this key and POST /account/webhooks", French: "Aucun point de réception de test n’est en service\u00a0: créez-en un avec cette clé par POST /account/webhooks"},
		{Code: "too_many_webhooks", Status: 409, English: "The account has as many webhook endpoints as it may: delete one first", French: "Le compte a autant de points de réception qu’il peut\u00a0: supprimez-en un d’abord"},
		{Code: "webhook_disabled", Status: 409, English: "The webhook endpoint is disabled: enable it first", French: "Le point de réception est arrêté\u00a0: remettez-le d’abord en service"},
		{Code: "delivery_pending", Status: 409, English: "The delivery is still pending", French: "L’envoi est encore en cours"},
		{Code: "too_many_keys", Status: 409, English: "The account has {} keys in use: revoke one first", French: "Le compte a {} clés en service\u00a0: révoquez-en une d’abord"},
		{Code: "last_live_key", Status: 409, English: "This is the last live key of the account: make another first, or add ?last=true to be left without one", French: "C’est la dernière clé réelle du compte\u00a0: créez-en une autre d’abord, ou ajoutez ?last=true pour n’en plus avoir"},
		{Code: "password_length", Status: 400, English: "The password must have at least {} characters", French: "Le mot de passe doit avoir {} caractères au moins"},
		{Code: "password_length", Status: 400, English: "The password must have at most {} bytes", French: "Le mot de passe doit avoir {} octets au plus"},
		{Code: "nothing_waits", Status: 409, English: "The transaction waits for no time to pass: say how much shall, as by: \"24h\"", French: "La commande n’attend pas que le temps passe\u00a0: dites combien doit passer, comme by: \"24h\""},
		{Code: "clock_too_far", Status: 409, English: "The clock of the account's test transactions is three years ahead at most", French: "L’horloge des commandes de test du compte avance de trois ans au plus"},
		{Code: "site_is_well", Status: 409, English: "The collection of the transaction has not stopped: its extranet answers", French: "La collecte de la commande ne s’est pas arrêtée\u00a0: son extranet répond"},
		{Code: "not_the_site", Status: 409, English: "The extranet answers: what stops the transaction ({}) is for its client to mend, by a refresh or by documents", French: "L’extranet répond\u00a0: ce qui arrête la commande ({}), son client le répare, par une actualisation ou par des documents"},
		{Code: "credentials_erased", Status: 409, English: "The credentials of the transaction are erased: refresh it with new ones", French: "Les identifiants de la commande sont effacés\u00a0: actualisez-la avec d’autres"},
		{Code: "no_review", Status: 409, English: "The transaction waits for no operator", French: "La commande n’attend aucun opérateur"},
		{Code: "collection_stopped", Status: 409, English: "The collection of the transaction stopped, and there is no statement to approve: have the site back with action: \"site_back\"", French: "La collecte de la commande s’est arrêtée, et il n’y a pas de pré-état daté à approuver\u00a0: faites revenir le site par action: \"site_back\""},
		{Code: "idempotency_in_progress", Status: 409, English: "A request with this Idempotency-Key is still running", French: "Une demande de même Idempotency-Key est encore en cours"},
		{Code: "idempotency_mismatch", Status: 422, English: "This Idempotency-Key was used for another request", French: "Cette Idempotency-Key a servi à une autre demande"},
		{Code: "precondition_failed", Status: 412, English: "Precondition failed", French: "La condition n’est pas remplie"},
		{Code: "range_not_satisfiable", Status: 416, English: "Range not satisfiable", French: "Le fichier n’a pas cette partie"},
	}
}

// ownRefusals returns the refusals about faults of the server.
func ownRefusals() []Sentence {
	return []Sentence{
		{Code: "internal_error", Status: 500, English: "Internal error", French: "Erreur interne"},
		{Code: "data_damaged", Status: 500, English: "This is damaged or lost on our side: the operators have been called, and a backup will be restored", French: "Ceci est endommagé ou perdu de notre côté\u00a0: les opérateurs sont appelés, une sauvegarde sera restaurée"},
		{Code: "not_ready", Status: 503, Retry: 5, English: "Not ready", French: "Le service n’est pas prêt"},
		{Code: "unavailable", Status: 503, Retry: 5, English: "Too many large requests at once: try again in a moment", French: "Trop de grandes demandes à la fois\u00a0: réessayez dans un instant"},
		{Code: "unavailable", Status: 503, Retry: 60, English: "The service is short of space: try again later", French: "Le service manque de place\u00a0: réessayez plus tard"},
		{Code: "unavailable", Status: 503, Retry: 5, English: "The service cannot reach its documents: try again in a moment", French: "Le service n’atteint pas ses documents\u00a0: réessayez dans un instant"},
		{Code: "unavailable", Status: 503, Retry: 1, English: "The service is busy: try again in a moment", French: "Le service est occupé\u00a0: réessayez dans un instant"},
		{Code: "unavailable", Status: 503, English: "The service is overloaded, try again later", French: "Le service est surchargé, réessayez plus tard"},
		{Code: "unavailable", Status: 503, English: "The request was given up", French: "La demande a été abandonnée"},
	}
}

// Reasons lists what may be wrong with a field of a request: its code, and the end of
// the sentence that begins with the field's name. They are told under invalid_request,
// and beside invalid_syndic and missing_credentials.
func Reasons() []Sentence {
	return []Sentence{
		{Code: "required", English: "is required", French: "est obligatoire"},
		{Code: "required", English: "is required with see_comment", French: "est obligatoire avec see_comment"},
		{Code: "required", English: "at least one owner is required", French: "il faut au moins un propriétaire"},
		{Code: "required", English: "at least one file is required", French: "il faut au moins un fichier"},
		{Code: "type", English: "must be a string", French: "doit être un texte"},
		{Code: "type", English: "must be a boolean", French: "doit être un booléen"},
		{Code: "type", English: "must be an object", French: "doit être un objet"},
		{Code: "type", English: "must be an array", French: "doit être un tableau"},
		{Code: "type", English: "must be an array of at least one", French: "doit être un tableau d’au moins un élément"},
		{Code: "length", English: "must have at most {} characters", French: "doit avoir {} caractères au plus"},
		{Code: "length", English: "must have 1 to {} characters", French: "doit avoir de 1 à {} caractères"},
		{Code: "length", English: "must have at most {} printable characters", French: "doit avoir {} caractères imprimables au plus"},
		{Code: "length", English: "must be at most {} printable characters", French: "doit avoir {} caractères imprimables au plus"},
		{Code: "length", English: "must be the name of who answers, in 1 to {} characters", French: "doit être le nom de qui répond, de 1 à {} caractères"},
		{Code: "length", English: "must have at most {} items", French: "doit avoir {} éléments au plus"},
		{Code: "range", English: "must be an integer from {} to {}", French: "doit être un entier de {} à {}"},
		{Code: "choice", English: "must be extranet or upload", French: "doit être extranet ou upload"},
		{Code: "choice", English: "must be true or false", French: "doit être true ou false"},
		{Code: "choice", English: "must be does_not_exist, not_obtainable or see_comment", French: "doit être does_not_exist, not_obtainable ou see_comment"},
		{Code: "choice", English: "must be one of {}", French: "doit être l’un de {}"},
		{Code: "format", English: "must be five digits", French: "doit être de cinq chiffres"},
		{Code: "format", English: "must be base64", French: "doit être en base64"},
		{Code: "format", English: "must be a time like \"90m\", \"2h\" or \"3d\", from a minute to 366 days", French: "doit être une durée comme «\u00a090m\u00a0», «\u00a02h\u00a0» ou «\u00a03d\u00a0», d’une minute à 366\u00a0jours"},
		{Code: "format", English: "must be the origin of a site, like https://app.example.fr", French: "doit être l’origine d’un site, comme https://app.example.fr"},
		{Code: "format", English: "must be UTF-8", French: "doit être en UTF-8"},
		{Code: "format", English: "must be visible ASCII characters", French: "doit être en caractères ASCII visibles"},
		{Code: "format", English: "must be an HTTP-date or an RFC 3339 date and time", French: "doit être une date HTTP, ou une date et heure de la RFC\u00a03339"},
		{Code: "format", English: "must be an absolute https address", French: "doit être une adresse https complète"},
		{Code: "format", English: "must be a position given by an earlier answer", French: "doit être une position donnée par une réponse précédente"},
		{Code: "format", English: "must be the value of next of an earlier answer", French: "doit être la valeur de next d’une réponse précédente"},
		{Code: "format", English: "must not contain control characters", French: "ne doit pas contenir de caractères de commande"},
		{Code: "format", English: "must not contain half of a surrogate pair", French: "ne doit pas contenir la moitié d’une paire de substitution"},
		{Code: "format", English: "is not readable multipart/form-data", French: "n’est pas du multipart/form-data lisible"},
		{Code: "duplicate", English: "is given twice", French: "est donné deux fois"},
		{Code: "file", English: "{} is empty", French: "{} est vide"},
		{Code: "file", English: "{} is not a PDF, JPEG, PNG, TIFF, DOCX or XLSX file", French: "{} n’est pas un fichier PDF, JPEG, PNG, TIFF, DOCX ou XLSX"},
		{Code: "not_applicable", English: "goes with the action time alone", French: "ne va qu’avec l’action time"},
		{Code: "not_applicable", English: "the order names no extranet", French: "la commande ne nomme pas d’extranet"},
		{Code: "not_applicable", English: "{} takes see_comment only", French: "{} ne prend que see_comment"},
		{Code: "not_applicable", English: "{} is not asked for", French: "{} n’est pas demandé"},
		{Code: "not_applicable", English: "a document that cannot be read exists", French: "une pièce que l’on ne peut pas lire existe"},

		{Code: "address", English: "the URL cannot be read", French: "l’adresse est illisible"},
		{Code: "address", English: "user information in the URL", French: "l’adresse contient un nom d’utilisateur"},
		{Code: "address", English: "no host in the URL", French: "l’adresse n’a pas d’hôte"},
		{Code: "address", English: "host {} is ourselves", French: "l’hôte {} est ce service même"},
		{Code: "address", English: "scheme {} of host {}", French: "le protocole {} de l’hôte {} n’est pas admis"},
		{Code: "address", English: "port {} of host {}", French: "le port {} de l’hôte {} n’est pas admis"},
		{Code: "address", English: "host {} is not one of this client's", French: "l’hôte {} n’est pas de ceux de ce client"},
		{Code: "address", English: "host name {} is not valid", French: "le nom d’hôte {} n’est pas valable"},
		{Code: "address", English: "host name {} has no stable form", French: "le nom d’hôte {} n’a pas de forme stable"},
		{Code: "address", English: "host {} is an address", French: "l’hôte {} est une adresse numérique"},
		{Code: "address", English: "host {} is not a complete name", French: "l’hôte {} n’est pas un nom complet"},
		{Code: "address", English: "host name {} is longer than a name can be", French: "le nom d’hôte {} est plus long qu’un nom ne peut l’être"},
		{Code: "address", English: "host {} is a private name", French: "l’hôte {} est un nom privé"},
		{Code: "address", English: "address {}", French: "l’adresse {} n’est pas admise"},
	}
}

// Successes returns the messages of successful responses.
func Successes() []Sentence {
	return []Sentence{
		{English: "Authenticated", French: "Authentifié"},
		{English: "Webhook endpoints", French: "Points de réception"},
		{English: "Webhook endpoint created", French: "Point de réception créé"},
		{English: "Webhook endpoint", French: "Point de réception"},
		{English: "Webhook endpoint changed", French: "Point de réception modifié"},
		{English: "Webhook endpoint deleted", French: "Point de réception supprimé"},
		{English: "Webhook secret rotated", French: "Secret de signature renouvelé"},
		{English: "Webhook statistics", French: "Statistiques d’envoi"},
		{English: "Failed deliveries will be sent again", French: "Les envois manqués seront refaits"},
		{English: "Deliveries", French: "Envois"},
		{English: "Delivery", French: "Envoi"},
		{English: "The delivery will be sent again", French: "L’envoi sera refait"},
		{English: "Account", French: "Compte"},
		{English: "Account changed", French: "Compte modifié"},
		{English: "Password changed", French: "Mot de passe changé"},
		{English: "API keys", French: "Clés d’API"},
		{English: "API key created", French: "Clé d’API créée"},
		{English: "API key revoked", French: "Clé d’API révoquée"},
		{English: "Invoices", French: "Factures"},
		{English: "Portal link", French: "Adresse de la page des webhooks"},
		{English: "Transaction advanced", French: "Commande avancée"},
		{English: "Transaction created", French: "Commande créée"},
		{English: "Transactions", French: "Commandes"},
		{English: "Events", French: "Événements"},
		{English: "Refresh requested", French: "Actualisation demandée"},
		{English: "Webhook event simulated", French: "Événement simulé"},
		{English: "Transaction", French: "Commande"},
		{English: "Transaction cancelled", French: "Commande annulée"},
		{English: "Documents added", French: "Documents ajoutés"},
		{English: "Checklist", French: "Liste de ce qu’il faut"},
		{English: "Answers taken", French: "Réponses prises en compte"},
		{English: "Statement", French: "Pré-état daté"},
		{English: "Alive", French: "En vie"},
		{English: "Ready", French: "Prêt"},
	}
}

// Titles returns the names of the statuses of refusals; the English ones are those of HTTP.
func Titles() []Sentence {
	return []Sentence{
		{English: "Bad Request", French: "Demande invalide"},
		{English: "Unauthorized", French: "Non authentifié"},
		{English: "Forbidden", French: "Interdit"},
		{English: "Not Found", French: "Introuvable"},
		{English: "Method Not Allowed", French: "Méthode non admise"},
		{English: "Request Timeout", French: "Délai dépassé"},
		{English: "Conflict", French: "Conflit"},
		{English: "Precondition Failed", French: "Condition non remplie"},
		{English: "Request Entity Too Large", French: "Demande trop grande"},
		{English: "Unsupported Media Type", French: "Type de contenu non admis"},
		{English: "Requested Range Not Satisfiable", French: "Partie inexistante"},
		{English: "Unprocessable Entity", French: "Demande contradictoire"},
		{English: "Too Many Requests", French: "Trop de demandes"},
		{English: "Internal Server Error", French: "Erreur interne"},
		{English: "Service Unavailable", French: "Service indisponible"},
	}
}
