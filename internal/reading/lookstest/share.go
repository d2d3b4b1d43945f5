package lookstest

import (
	"math/rand/v2"
	"sort"

	"predate"
)

// apportion splits an amount over weights so that the parts add up to it: each
// part is cut to the cent, and the cents left over go to the largest remainders.
func apportion(amount predate.Cents, weights []int) []predate.Cents {
	parts := make([]predate.Cents, len(weights))
	total := 0
	for _, w := range weights {
		total += w
	}
	if total == 0 {
		return parts
	}
	sign := predate.Cents(1)
	if amount < 0 {
		sign, amount = -1, -amount
	}
	left := amount
	rest := make([]int64, len(weights))
	order := make([]int, len(weights))
	for i, w := range weights {
		product := int64(amount) * int64(w)
		parts[i] = predate.Cents(product / int64(total))
		rest[i], order[i] = product%int64(total), i
		left -= parts[i]
	}
	sort.SliceStable(order, func(a, b int) bool { return rest[order[a]] > rest[order[b]] })
	for _, i := range order[:left] {
		parts[i]++
	}
	for i := range parts {
		parts[i] *= sign
	}
	return parts
}

// instalments cuts an amount in n equal parts; the last one takes the cents.
func instalments(amount predate.Cents, n int) []predate.Cents {
	parts := make([]predate.Cents, n)
	for i := range parts {
		parts[i] = amount / predate.Cents(n)
	}
	parts[n-1] += amount % predate.Cents(n)
	return parts
}

// between returns a number from low to high, both included.
func between(random *rand.Rand, low, high int) int { return low + random.IntN(high-low+1) }
