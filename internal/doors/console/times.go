package console

import (
	"fmt"
	"time"
)

// shortAge writes how long ago something was: « 12 min », « 3 h 05 », « 2 j 4 h ».
func shortAge(d time.Duration) string {
	minutes := int(d / time.Minute)
	switch hours := minutes / 60; {
	case minutes < 60:
		return fmt.Sprintf("%d\u00a0min", minutes)
	case hours < 24:
		return fmt.Sprintf("%d\u00a0h\u00a0%02d", hours, minutes%60)
	default:
		return fmt.Sprintf("%d\u00a0j\u00a0%d\u00a0h", hours/24, hours%24)
	}
}
