package lookstest

import (
	"fmt"
	"math/rand/v2"

	"predate"
)

// Invent makes the dossier of some settings: the same settings always give the
// same dossier.
func Invent(s Settings) *Dossier {
	random := rand.New(rand.NewPCG(s.Seed, 0x70726564617465))
	d := &Dossier{Settings: s, SellerAt: between(random, 2, s.Owners-2)}
	d.Built = between(random, 1958, 1989)
	d.Rules = predate.Date{Year: d.Built - 1, Month: 5, Day: between(random, 2, 27)}
	d.makeKeys(random)
	d.makeLots(random)
	d.makeExercises(random)
	d.makeMeetings()
	d.makeWorks(random)
	d.Advances = predate.Cents(between(random, 28, 44)) * 10000
	d.FundBase = predate.Cents(between(random, 60, 120)) * 10000
	for i, exercise := range []int{before, second, last} {
		d.States[i] = d.stateAt(random, exercise)
	}
	d.makeResolutions(random)
	return d
}

func (d *Dossier) makeKeys(random *rand.Rand) {
	d.Keys = []Key{
		{Code: "001", Label: "Charges communes générales", Total: d.Total, Unit: "tantièmes"},
		{Code: "010", Label: "Ascenseur", Total: 1000, Unit: "tantièmes"},
	}
	if d.Light {
		d.Keys = d.Keys[:1]
	}
	if d.Building {
		d.Keys = append(d.Keys, Key{Code: "020", Label: "Bâtiment B", Total: between(random, 41, 58) * 10, Unit: "tantièmes"})
	}
	if d.Metered {
		d.Keys = append(d.Keys, Key{Code: "030", Label: "Eau froide compteurs", Unit: "m³", Metered: true})
	}
}

// makeLots gives each owner a flat and a cellar. The shares of a key add up to
// its total.
func (d *Dossier) makeLots(random *rand.Rand) {
	floors := []string{"Rez-de-chaussée", "1er étage", "2e étage", "3e étage", "4e étage"}
	names, civil := surnames(), titles()
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for i := range d.Settings.Owners {
		floor := floors[i*len(floors)/d.Settings.Owners]
		owner := Owner{Account: fmt.Sprintf("%s%04d", d.Code, i+1), Name: civil[random.IntN(len(civil))] + " " + names[i]}
		if i == d.SellerAt {
			owner.Name = d.sellerName()
		}
		owner.Lots = append(owner.Lots, d.addLot(Lot{Number: i + 1, Type: "Appartement", Floor: floor, Owner: i}))
		owner.Lots = append(owner.Lots, d.addLot(Lot{Number: 40 + i, Type: "Cave", Floor: "Sous-sol", Owner: i}))
		if i%3 == d.SellerAt%3 && (d.Parking || d.Kept) {
			owner.Lots = append(owner.Lots, d.addLot(Lot{Number: 80 + i, Type: "Parking", Floor: "Extérieur", Owner: i}))
		}
		d.Owners = append(d.Owners, owner)
	}
	for key := range d.Keys {
		d.giveShares(random, key)
	}
	seller := d.Owners[d.SellerAt].Lots
	d.Sold = seller
	if d.Kept {
		d.Sold, d.Held = seller[:2], seller[2:]
	}
}

func (d *Dossier) sellerName() string {
	name := ""
	for i, p := range d.Seller {
		if i > 0 {
			name += " et "
		}
		name += p.Name()
	}
	return name
}

// Name writes a person as papers do.
func (p Person) Name() string {
	if p.First == "" {
		return p.Last
	}
	return p.Title + " " + p.Last + " " + p.First
}

func (d *Dossier) addLot(l Lot) int {
	l.Building = "A"
	if d.Building && l.Owner%2 == d.SellerAt%2 {
		l.Building = "B"
	}
	l.Shares = make([]int, len(d.Keys))
	d.Lots = append(d.Lots, l)
	return len(d.Lots) - 1
}

func (d *Dossier) giveShares(random *rand.Rand, key int) {
	weights := make([]int, len(d.Lots))
	for i, l := range d.Lots {
		flat, lower := l.Type == "Appartement", l.Floor == "Rez-de-chaussée"
		switch {
		case key == 1 && (!flat || lower), d.Keys[key].Label == "Bâtiment B" && l.Building != "B", d.Keys[key].Metered && !flat:
		case flat:
			weights[i] = between(random, 300, 700)
		case l.Type == "Cave":
			weights[i] = between(random, 6, 14)
		default:
			weights[i] = between(random, 18, 30)
		}
	}
	if d.Keys[key].Metered {
		for i, w := range weights {
			d.Lots[i].Shares[key] = w / 9
			d.Keys[key].Total += w / 9
		}
		return
	}
	for i, part := range apportion(predate.Cents(d.Keys[key].Total), weights) {
		d.Lots[i].Shares[key] = int(part)
	}
}

func (d *Dossier) makeExercises(random *rand.Rand) {
	for e := range d.Exercises {
		from := d.Start.AddMonths(12 * (e - last))
		if e > last {
			from = d.Start.AddMonths(d.months(last) + 12*(e-running))
		}
		year := Exercise{Period: predate.Period{From: from, To: from.AddMonths(d.months(e)).AddDays(-1)}}
		for key, k := range d.Keys {
			rates := generalRates()
			switch {
			case k.Metered:
				rates = []rate{waterRate()}
			case key == 0 && !d.Metered:
				rates = append([]rate{waterRate()}, rates...)
			case key == 1:
				rates = liftRates()
			case key > 1:
				rates = buildingRates()
			}
			if d.Light {
				rates = lightRates(rates)
			}
			for _, r := range rates {
				year.Posts = append(year.Posts, d.post(random, e, key, r))
			}
		}
		if e <= last && !d.Light {
			year.Posts = append(year.Posts, Post{Key: 0, Account: "716", Label: "Produits financiers", Spent: -predate.Cents(between(random, 2100, 9900))})
		}
		year.Fund = year.Budget(-1) / 20
		for _, l := range d.Lots {
			volume := 0
			if d.Metered && l.Shares[len(d.Keys)-1] > 0 {
				volume = l.Shares[len(d.Keys)-1] + between(random, -9, 12)
			}
			year.Volumes = append(year.Volumes, volume)
		}
		d.Exercises[e] = year
	}
}

// post draws a budget, in tens of euros, and what was spent, to the cent.
func (d *Dossier) post(random *rand.Rand, exercise, key int, r rate) Post {
	scale := 80 + int(d.Seed%5)*9 + exercise*3
	euros := (r.euros*scale/100*d.months(exercise)/12 + between(random, -3, 3)*5) / 10 * 10
	p := Post{Key: key, Account: r.account, Label: r.label, Budget: predate.Cents(euros) * 100, RecoverableRate: r.tenant}
	if exercise <= last {
		p.Spent = p.Budget * predate.Cents(between(random, 8800, 11100)) / 10000
	}
	if r.account == "621" {
		p.Spent = p.Budget
	}
	if exercise > last {
		p.Spent = 0
	}
	return p
}

func (d *Dossier) makeMeetings() {
	for i := range d.Meetings {
		approves := i // before, second, last
		day := d.Exercises[approves].Period.To.AddDays(86)
		for day.Time().Weekday() != 4 {
			day = day.AddDays(1)
		}
		d.Meetings[i] = Meeting{Date: day, Notice: day.AddDays(-26), Approves: approves}
	}
	approved := d.Meetings[last].Date
	d.MandateEnd = d.Exercises[running].Period.To.AddMonths(6).AddDays(1).AddDays(-1)
	dues := d.Dues(running)
	for i, due := range dues {
		if due.After(approved) {
			d.Statement = due.AddDays(27 + i%2)
			break
		}
	}
	if d.Calls == 2 {
		d.Statement = approved.AddDays(33)
	}
	d.Reference = d.Statement.AddDays(2)
	d.Insured = d.Exercises[running].Period.To
}

// makeWorks votes one work that N-1 closed, one that goes on, and, where asked,
// one whose calls are all to come.
func (d *Dossier) makeWorks(random *rand.Rand) {
	small, large := smallWorks(), largeWorks()
	a, b := small[random.IntN(len(small))], large[random.IntN(len(large))]
	key := 0
	if d.Building {
		key = 2
	}
	cost := predate.Cents(between(random, 38, 69)) * 10000
	first := instalments(cost, 2)
	d.Works = append(d.Works, Work{
		Title: a.title, Firm: a.firm, Contract: "M1", Voted: d.Meetings[0].Date, Key: 0, Amount: cost,
		Calls:   []Instalment{{d.Dues(second)[len(d.Dues(second))-1], first[0]}, {d.Dues(last)[0], first[1]}},
		Spent:   cost * predate.Cents(between(random, 9300, 9890)) / 10000,
		SpentAt: d.Dues(last)[0].AddDays(50), Closed: last,
	})
	d.Works[0].Paid = d.Works[0].Spent
	if d.Light {
		d.Works[0].Calls = []Instalment{{d.Dues(last)[0], first[0]}, {d.Dues(last)[1], first[1]}}
		return
	}
	d.Works = append(d.Works, d.longWork(random, b, key))
	if d.Cancelled {
		d.Works = append(d.Works, d.givenUp(large[(int(d.Seed)+1)%len(large)], b))
	}
	if d.Late3 {
		late := lateWorks()[random.IntN(len(lateWorks()))]
		amount := predate.Cents(between(random, 41, 88)) * 10000
		future := d.future()
		d.Works = append(d.Works, Work{
			Title: late.title, Firm: late.firm, Contract: "M3", Voted: d.Meetings[2].Date, Key: 0, Amount: amount,
			Calls: []Instalment{{future[0], amount}}, SpentAt: d.Exercises[coming].Period.To,
		})
	}
}

// givenUp is a work that the meeting of N-2 voted and that of N-1 cancelled,
// before anything was called.
func (d *Dossier) givenUp(name, other workName) Work {
	if name == other {
		name = lateWorks()[1]
	}
	dues := d.Dues(running)
	return Work{
		Title: name.title, Firm: name.firm, Contract: "M4", Voted: d.Meetings[1].Date, Amount: 1240000,
		Planned: []Instalment{{dues[len(dues)-1], 1240000}}, SpentAt: d.Exercises[coming].Period.To, GivenUp: d.Meetings[2].Date,
	}
}

// future returns the due days of the running exercise after the reference.
func (d *Dossier) future() []predate.Date {
	var days []predate.Date
	for _, due := range d.Dues(running) {
		if due.After(d.Reference) {
			days = append(days, due)
		}
	}
	return days
}

func (d *Dossier) longWork(random *rand.Rand, name workName, key int) Work {
	var days []predate.Date
	for _, e := range []int{last, running} {
		for _, due := range d.Dues(e) {
			if due.After(d.Meetings[1].Date.AddDays(30)) {
				days = append(days, due)
			}
		}
	}
	if len(days) > 4 {
		days = []predate.Date{days[0], days[1], days[len(days)-2], days[len(days)-1]}
	}
	amount := predate.Cents(between(random, 190, 420)) * 10000
	w := Work{
		Title: name.title, Firm: name.firm, Contract: "M2", Voted: d.Meetings[1].Date, Key: key, Amount: amount,
		SpentAt: d.Exercises[last].Period.To.AddDays(-41),
	}
	if key == 0 {
		w.FromFund, w.FundAt = predate.Cents(between(random, 20, 40))*10000, d.Exercises[last].Period.To.AddDays(-20)
	}
	for i, part := range instalments(amount-w.FromFund, len(days)) {
		w.Calls = append(w.Calls, Instalment{days[i], part})
	}
	w.Spent = amount * predate.Cents(between(random, 1500, 2300)) / 10000
	w.Paid = w.Spent
	return w
}
