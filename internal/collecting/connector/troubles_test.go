package connector_test

import (
	"predate"
	"predate/internal/collecting/extranetsim"
)

type trouble struct {
	name    string
	options extranetsim.Options
	code    predate.FailureCode
	stage   predate.Stage
	kept    int
	logins  int
}

// troubled lists what each trouble of a site must come to.
func troubled() []trouble {
	return []trouble{
		{"", extranetsim.Options{Trouble: extranetsim.BadPassword}, predate.BadCredentials, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.BadPassword200}, predate.BadCredentials, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.LocksOut, Password: "other"}, predate.BadCredentials, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.LocksOutSilently, Password: "other"}, predate.BadCredentials, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.CaptchaAfterRefusal}, predate.BadCredentials, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.AsksTerms}, predate.ActionRequired, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.AsksActivation}, predate.ActionRequired, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.TooManyLogins}, predate.RateLimited, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.MaintenanceInside}, predate.SiteUnavailable, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.ServerError}, predate.SiteUnavailable, predate.StageList, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.Zip}, predate.DocumentInvalid, predate.StageVerify, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.HugeFile}, predate.DocumentInvalid, predate.StageVerify, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.GzipBomb}, predate.DocumentInvalid, predate.StageVerify, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.EchoingRefusal}, predate.BadCredentials, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.LockedAccount}, predate.AccountLocked, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.ExpiredPassword}, predate.PasswordExpired, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.AsksSecondFactor}, predate.SecondFactor, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.AsksCaptcha}, predate.Captcha, predate.StageLogin, 0, 0},
		{"", extranetsim.Options{Trouble: extranetsim.NoCookie}, predate.SiteChanged, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.Wall}, predate.Blocked, predate.StageLogin, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.Maintenance}, predate.SiteUnavailable, predate.StageLogin, 0, 0},
		{"", extranetsim.Options{Trouble: extranetsim.MaintenancePage}, predate.SiteUnavailable, predate.StageLogin, 0, 0},
		{"", extranetsim.Options{Trouble: extranetsim.TooManyRequests}, predate.RateLimited, predate.StageList, 0, 1},
		{"while downloading", extranetsim.Options{Trouble: extranetsim.TooManyRequests, After: 9}, predate.RateLimited, predate.StageDownload, 1, 1},
		{"", extranetsim.Options{Trouble: extranetsim.AlwaysLost}, predate.SessionLost, predate.StageList, 0, 2},
		{"", extranetsim.Options{Trouble: extranetsim.LostThenLocked}, predate.AccountLocked, predate.StageLogin, 0, 2},
		{"", extranetsim.Options{Trouble: extranetsim.NewSite}, predate.SiteChanged, predate.StageList, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.NothingListed}, predate.EmptyListing, predate.StageList, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.ShortListing}, predate.SiteChanged, predate.StageList, 0, 1},
		{"", extranetsim.Options{Trouble: extranetsim.HTMLFile}, predate.DocumentInvalid, predate.StageVerify, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.HTMLFileOnce}, predate.DocumentInvalid, predate.StageVerify, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.EmptyFile}, predate.DocumentInvalid, predate.StageVerify, 3, 1},
		{"raw", extranetsim.Options{Trouble: extranetsim.EmptyFile, Shapes: []extranetsim.Shape{extranetsim.Raw}}, predate.DocumentInvalid, predate.StageVerify, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.CutFile}, predate.DocumentInvalid, predate.StageVerify, 3, 1},
		{"raw", extranetsim.Options{Trouble: extranetsim.CutFile, Shapes: []extranetsim.Shape{extranetsim.Raw}}, predate.DocumentInvalid, predate.StageVerify, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.BrokenTransfer}, predate.DownloadFailed, predate.StageDownload, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.ForeignType}, predate.DocumentInvalid, predate.StageVerify, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.MissingFile}, predate.DownloadFailed, predate.StageDownload, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.ForbiddenFile}, predate.DownloadFailed, predate.StageDownload, 3, 1},
		{"", extranetsim.Options{Trouble: extranetsim.NoFile}, predate.DownloadFailed, predate.StageDownload, 3, 1},
	}
}
