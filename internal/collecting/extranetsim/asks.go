package extranetsim

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"net/http"

	"predate"
)

// What a site that asks a person takes for an answer.
const (
	AskedCode    = "482916" // sent to the holder's telephone
	AskedCaptcha = "731905" // what the image says
)

// captchaImage is where the image of the captcha is.
const captchaImage = "/WD280AWP/captcha.png"

// asks serves what the pages of a question need.
func (s *webDev) asks() {
	s.open("GET "+captchaImage, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(drawnDigits(AskedCaptcha)) // the client went away
	})
}

// captchaField is the image beside the form, where the site shows one.
func (s *webDev) captchaField() string {
	if s.options.Asks != predate.AsksCaptcha {
		return ""
	}
	return `<p><img src="` + captchaImage + `" alt="captcha" width="150" height="40"><label>Recopiez les chiffres de l'image <input type="text" name="captcha"></label></p>`
}

// unread reports whether the image was not copied, and says so on the page.
func (s *webDev) unread(w http.ResponseWriter, r *http.Request, token string) bool {
	if s.options.Asks != predate.AsksCaptcha || r.PostFormValue("captcha") == AskedCaptcha {
		return false
	}
	s.loginPage(w, token, "Les chiffres de l'image sont incorrects.")
	return true
}

// askCode shows the page that takes the code, to who is not inside yet.
func (s *webDev) askCode(w http.ResponseWriter, token, sentence string) {
	s.mu.Lock()
	if v := s.sessions[token]; v != nil {
		v.inside, s.contextOf(token).awaited = false, true
	}
	s.mu.Unlock()
	s.page(w, token, webDevPages+"PAGE_Code", fmt.Sprintf(`<div class="erreur">%s</div><p>Saisissez le code à 6 chiffres envoyé au 06 •• •• •• 12.</p>
<input type="text" name="otp" autocomplete="one-time-code"><span style="cursor:pointer" onclick="_JSL('PAGE_Code','A9')">Valider</span>`, html.EscapeString(sentence)))
}

// code takes the code.
func (s *webDev) code(w http.ResponseWriter, r *http.Request, token string) {
	s.mu.Lock()
	v := s.sessions[token]
	right := v != nil && s.contextOf(token).awaited && r.PostFormValue("otp") == AskedCode
	if right {
		v.inside, s.contextOf(token).awaited = true, false
	}
	s.mu.Unlock()
	if !right {
		s.askCode(w, token, "Ce code n'est pas le bon.")
		return
	}
	s.welcome(w, r, webDevPages+"PAGE_Menu")
}

// drawnDigits draws digits as on a clock of seven segments, struck through.
func drawnDigits(digits string) []byte {
	const wide, high = 150, 40
	lit := map[rune]string{
		'0': "abcdef", '1': "bc", '2': "abdeg", '3': "abcdg", '4': "bcfg", '5': "acdfg", '6': "acdefg", '7': "abc", '8': "abcdefg", '9': "abcdfg",
	}
	segments := map[rune]image.Rectangle{
		'a': image.Rect(0, 0, 14, 3), 'b': image.Rect(11, 0, 14, 14), 'c': image.Rect(11, 12, 14, 26), 'd': image.Rect(0, 23, 14, 26),
		'e': image.Rect(0, 12, 3, 26), 'f': image.Rect(0, 0, 3, 14), 'g': image.Rect(0, 11, 14, 14),
	}
	drawn := image.NewGray(image.Rect(0, 0, wide, high))
	fill := func(r image.Rectangle, c color.Gray) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				drawn.SetGray(x, y, c)
			}
		}
	}
	fill(drawn.Bounds(), color.Gray{Y: 235})
	for i, digit := range digits {
		for _, segment := range lit[digit] {
			fill(segments[segment].Add(image.Pt(12+22*i, 7)), color.Gray{Y: 40})
		}
	}
	fill(image.Rect(6, 20, wide-6, 21), color.Gray{Y: 120})
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, drawn); err != nil {
		return nil // an image in memory always encodes
	}
	return encoded.Bytes()
}
