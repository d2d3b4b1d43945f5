package predate_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
)

func TestActivity(t *testing.T) {
	placed := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	at := func(minutes int) time.Time { return placed.Add(time.Duration(minutes) * time.Minute) }
	now := at(60)
	order := func(state predate.State) predate.Order {
		return predate.Order{State: state, Created: placed, Updated: placed}
	}
	gap := predate.Gap{Kind: predate.GapDocument, Code: "minutes", Message: "Il manque le procès-verbal de 2025."}
	held := predate.Job{Held: true, Since: at(5)}
	for _, test := range []struct {
		name  string
		facts predate.QueueFacts
		job   predate.Job
		want  predate.Activity
	}{
		{
			"placed",
			predate.QueueFacts{Order: order(predate.Confirmed), Run: predate.Run{Number: 1}},
			predate.Job{Since: at(1)},
			predate.Activity{Code: predate.ActivityQueued, Since: at(1), Message: "La collecte des pièces attend son tour."},
		},
		{
			"put off by the warden",
			predate.QueueFacts{Order: order(predate.Confirmed), Run: predate.Run{Number: 1}},
			predate.Job{Since: at(70), Due: at(70)},
			predate.Activity{Code: predate.ActivityQueued, Since: placed, Next: at(70), Message: "La collecte des pièces attend son tour."},
		},
		{
			"collecting",
			predate.QueueFacts{Order: order(predate.Confirmed), Run: predate.Run{Number: 1}},
			held,
			predate.Activity{Code: predate.ActivityCollecting, Since: at(5), Message: "Les pièces sont collectées sur l’extranet du syndic."},
		},
		{
			"site down",
			predate.QueueFacts{Order: order(predate.Confirmed), Run: predate.Run{Number: 1, Failure: predate.SiteUnavailable, FailedAt: at(50), Again: at(61)}},
			predate.Job{Since: at(61), Due: at(61)},
			predate.Activity{
				Code: predate.ActivityRetrying, Since: at(50), Next: at(61),
				Message: "L’extranet du syndic est indisponible. La collecte reprendra d’elle-même.",
			},
		},
		{
			"held by its recipe",
			predate.QueueFacts{Order: order(predate.Confirmed), Run: predate.Run{Number: 1, Failure: predate.SiteChanged}},
			predate.Job{},
			predate.Activity{Code: predate.ActivityRetrying, Since: placed, Message: "L’extranet du syndic a changé. La collecte reprendra d’elle-même."},
		},
		{
			"site down, tried again now",
			predate.QueueFacts{Order: order(predate.Confirmed), Run: predate.Run{Number: 1, Failure: predate.SiteUnavailable, Again: at(5)}},
			held,
			predate.Activity{Code: predate.ActivityCollecting, Since: at(5), Message: "Les pièces sont collectées sur l’extranet du syndic."},
		},
		{
			"a person collects",
			predate.QueueFacts{Order: order(predate.Confirmed), Run: predate.Run{Failure: predate.Captcha}, InReview: true, Since: at(9)},
			predate.Job{},
			predate.Activity{Code: predate.ActivityInReview, Since: at(9), Message: "La collecte des pièces s’est arrêtée, une personne de nos équipes la poursuit."},
		},
		{
			"reading",
			predate.QueueFacts{Order: order(predate.Confirmed), Run: predate.Run{Collected: true}},
			held,
			predate.Activity{Code: predate.ActivityReading, Since: at(5), Message: "Les pièces sont lues et les montants vérifiés."},
		},
		{
			"trouble of ours",
			predate.QueueFacts{Order: order(predate.Confirmed), Run: predate.Run{Collected: true}},
			predate.Job{Since: at(61), Due: at(61), Failures: 2},
			predate.Activity{
				Code: predate.ActivityRetrying, Since: placed, Next: at(61),
				Message: "Un incident technique de notre côté retarde la commande, un nouvel essai se fera de lui-même.",
			},
		},
		{
			"in review",
			predate.QueueFacts{Order: order(predate.Received), Run: predate.Run{Collected: true, Read: true}, InReview: true, Since: at(9)},
			predate.Job{},
			predate.Activity{Code: predate.ActivityInReview, Since: at(9), Message: "Une personne de nos équipes vérifie le dossier."},
		},
		{
			"a file is lost",
			predate.QueueFacts{Order: order(predate.Received), Run: predate.Run{Collected: true}, InReview: true, Review: predate.CauseFileLost, Since: at(9)},
			predate.Job{},
			predate.Activity{Code: predate.ActivityInReview, Since: at(9), Message: "Un fichier de la commande doit être restauré, nos équipes s’en occupent."},
		},
		{
			"one thing is asked for",
			predate.QueueFacts{Order: order(predate.Waiting), Run: predate.Run{Collected: true, Read: true, Gaps: []predate.Gap{gap, {Reserve: true}}}},
			predate.Job{},
			predate.Activity{Code: predate.ActivityAsking, Since: placed, Message: gap.Message},
		},
		{
			"two things are asked for",
			predate.QueueFacts{Order: order(predate.Waiting), Run: predate.Run{Collected: true, Read: true, Gaps: []predate.Gap{gap, gap}}},
			predate.Job{},
			predate.Activity{Code: predate.ActivityAsking, Since: placed, Message: "2 pièces ou réponses vous sont demandées."},
		},
		{
			"a refresh without papers",
			predate.QueueFacts{Order: order(predate.NeedRefresh), Run: predate.Run{Number: 2, Method: predate.MethodUpload, Collected: true}},
			predate.Job{},
			predate.Activity{Code: predate.ActivityAsking, Since: placed, Message: "L’actualisation attend ses premières pièces."},
		},
		{
			"typesetting",
			predate.QueueFacts{Order: order(predate.Received), Run: predate.Run{Collected: true, Read: true}},
			held,
			predate.Activity{Code: predate.ActivityTypesetting, Since: at(5), Message: "Le pré-état daté est mis en page."},
		},
		{
			"done",
			predate.QueueFacts{Order: order(predate.Done), Run: predate.Run{Collected: true, Read: true}},
			predate.Job{},
			predate.Activity{Code: predate.ActivityIdle, Since: placed, Message: "Le pré-état daté est disponible."},
		},
		{
			"cancelled",
			predate.QueueFacts{Order: predate.Order{State: predate.Confirmed, Cancelled: at(7)}},
			held,
			predate.Activity{Code: predate.ActivityIdle, Since: at(7), Message: "La commande est annulée."},
		},
		{
			"erased",
			predate.QueueFacts{Order: predate.Order{State: predate.Confirmed, Cancelled: at(7), Erased: at(8)}},
			predate.Job{},
			predate.Activity{Code: predate.ActivityIdle, Since: at(7), Message: "La commande est effacée."},
		},
	} {
		if diff := cmp.Diff(test.want, test.facts.Activity(test.job, now)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
