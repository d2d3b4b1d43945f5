// Package look is the memory of looks: what an operator who points at an amount
// on a page teaches, and the reading of other papers by it.
//
// It owns the look (the issuer, the kind and the heads of columns by which its
// papers are known again) and its program: the words that name the amount, how
// they stand to it, the head of its column, and the words before the day that
// the paper closes. Both are readable, and hold words of forms only: no name of
// a person, no number, no day.
//
// It refuses to read what is not sure: words that stand at two places name
// nothing. It does not know whether a look is at work, which the store does, nor
// whether what it reads may be printed, which compute decides.
package look
