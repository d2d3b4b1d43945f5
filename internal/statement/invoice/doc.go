// Package invoice writes an invoice or a credit note as the structured data of the
// European standard EN 16931, in the syntax UN/CEFACT Cross Industry Invoice: the
// factur-x.xml that its PDF carries.
//
// It owns which element says what (the business terms BT-…), the mentions that French law
// wants, and how dates, amounts, rates and quantities are written. Amounts are integer
// cents throughout; the sums are those of predate.Invoice.
//
// It refuses to number, to price and to send: the desk does the first two, and predate
// hands invoices over; it is no approved platform (CGI, art. 289 bis).
package invoice
