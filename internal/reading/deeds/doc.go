// Package deeds reads the deeds of a building: the day of its rules (règlement de copropriété) and
// of their amendments, and the lots that the description of its division (état descriptif de
// division) lists with what they are and their shares.
//
// It refuses a lot that is described in two ways, and lots of a paper that was recognised in an
// image.
package deeds
