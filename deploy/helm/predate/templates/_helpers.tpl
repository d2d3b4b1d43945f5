{{- define "predate.labels" -}}
app.kubernetes.io/name: predate
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "predate.guarded" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
{{- define "predate.pod" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}
