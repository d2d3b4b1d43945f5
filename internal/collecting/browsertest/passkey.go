package browsertest

import (
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// Passkeys gives the tab a device that makes and uses passkeys at once, as a person
// does who touches it.
func (tab *Tab) Passkeys() {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.ctx, webauthn.Enable, webauthn.EnableParams{}); err != nil {
		tab.fatal("enable passkeys", err)
	}
	device := &webauthn.VirtualAuthenticatorOptions{
		Protocol: webauthn.AuthenticatorProtocolCtap2, Ctap2version: webauthn.Ctap2versionCtap21, Transport: webauthn.AuthenticatorTransportInternal,
		HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
	}
	if _, err := chromedp.Call(tab.ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: device}); err != nil {
		tab.fatal("add a device with passkeys", err)
	}
}
