// Package chargestatement reads the apportionment of an exercise to one co-owner (décompte
// individuel de charges): his part of each key, lot by lot, what was called and what remains, and
// the works that were closed in the exercise.
//
// It owns which totals are those of charges: a total that also holds a balance, fees or the works
// fund is none. It refuses keys that do not make the total of their lot, and a list of works of
// which one row was not read.
package chargestatement
