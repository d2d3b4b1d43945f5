package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"predate"
)

// S3Options configures OpenS3.
type S3Options struct {
	Endpoint  string // host, or host:port
	Bucket    string // must exist
	Region    string // may be empty
	Prefix    string // before every name, such as "predate/"; may be empty
	AccessKey string
	SecretKey predate.Secret
	PlainHTTP bool // for a server on this machine only
	// Spool is the directory for temporary files during uploads; empty means the
	// system's.
	Spool string
	// Transport is nil except in tests.
	Transport http.RoundTripper
}

// S3 is a Store in a bucket.
type S3 struct {
	client  *minio.Client
	options S3Options
}

// s3Tries limits the attempts to reach a bucket: the queue retries later, with longer
// delays.
const s3Tries = 3

// OpenS3 opens a bucket and checks that it exists.
func OpenS3(ctx context.Context, options S3Options) (*S3, error) {
	client, err := minio.New(options.Endpoint, &minio.Options{
		Creds:      credentials.NewStaticV4(options.AccessKey, options.SecretKey.Reveal(), ""),
		Secure:     !options.PlainHTTP,
		Region:     options.Region,
		Transport:  options.Transport,
		MaxRetries: s3Tries,
	})
	if err != nil {
		return nil, fmt.Errorf("open bucket %s at %s: %w", options.Bucket, options.Endpoint, err)
	}
	found, err := client.BucketExists(ctx, options.Bucket)
	if err != nil {
		return nil, fmt.Errorf("open bucket %s at %s: %w", options.Bucket, options.Endpoint, err)
	}
	if !found {
		return nil, fmt.Errorf("open bucket %s at %s: %w", options.Bucket, options.Endpoint, predate.ErrNotFound)
	}
	return &S3{client: client, options: options}, nil
}

// Put spools the bytes, then uploads them unless the bucket has them.
func (s *S3) Put(ctx context.Context, r io.Reader) (predate.Hash, int64, error) {
	file, err := nameless(s.options.Spool)
	if err != nil {
		return "", 0, fmt.Errorf("put blob: %w", err)
	}
	temp, err := spool(ctx, file, r)
	if err != nil {
		return "", 0, fmt.Errorf("put blob: %w", err)
	}
	defer temp.drop()
	if size, err := s.Size(ctx, temp.hash); err == nil && size == temp.size {
		return temp.hash, temp.size, nil
	}
	if err := s.upload(ctx, temp); err != nil {
		return "", 0, fmt.Errorf("put blob %s: %w", temp.hash, away(err))
	}
	return temp.hash, temp.size, nil
}

// nameless creates a temporary file and removes its name at once, so that it
// disappears with the process, however that ends.
func nameless(dir string) (*os.File, error) {
	file, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func (s *S3) upload(ctx context.Context, temp *spooled) error {
	if _, err := temp.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := s.client.PutObject(ctx, s.options.Bucket, s.key(temp.hash), temp.File, temp.size,
		minio.PutObjectOptions{
			ContentType: "application/octet-stream",
			// One request is enough: documents are far below 5 GiB, and a failed upload leaves
			// no parts that would be billed.
			DisableMultipart: true,
		})
	return err
}

// Open begins the download; seeking asks the bucket for that range.
func (s *S3) Open(ctx context.Context, hash predate.Hash) (io.ReadSeekCloser, error) {
	if err := check(hash); err != nil {
		return nil, err
	}
	object, err := s.client.GetObject(ctx, s.options.Bucket, s.key(hash), minio.GetObjectOptions{})
	if err != nil {
		return nil, s3Error("open", hash, err)
	}
	// The client sends no request before the first use, so send one now.
	if _, err := object.Stat(); err != nil {
		return nil, errors.Join(s3Error("open", hash, err), object.Close())
	}
	return object, nil
}

// Size returns the size of the object.
func (s *S3) Size(ctx context.Context, hash predate.Hash) (int64, error) {
	if err := check(hash); err != nil {
		return 0, err
	}
	info, err := s.client.StatObject(ctx, s.options.Bucket, s.key(hash), minio.StatObjectOptions{})
	if err != nil {
		return 0, s3Error("size of", hash, err)
	}
	return info.Size, nil
}

// Delete removes the object. In a bucket that keeps versions the older ones
// remain: such a bucket needs its own expiry rule.
func (s *S3) Delete(ctx context.Context, hash predate.Hash) error {
	if check(hash) != nil {
		return nil // a name of nothing
	}
	err := s.client.RemoveObject(ctx, s.options.Bucket, s.key(hash), minio.RemoveObjectOptions{})
	if err = s3Error("delete", hash, err); err != nil && !errors.Is(err, predate.ErrNotFound) {
		return err
	}
	return nil
}

// Ping checks that the bucket exists.
func (s *S3) Ping(ctx context.Context) error {
	found, err := s.client.BucketExists(ctx, s.options.Bucket)
	if err == nil && !found {
		err = predate.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("look at bucket %s: %w", s.options.Bucket, away(err))
	}
	return nil
}

// away wraps the error of a bucket that cannot be reached or does not serve now in
// ErrAway. It does not wrap refusals.
func away(err error) error {
	var refused minio.ErrorResponse
	if errors.Is(err, context.Canceled) || errors.Is(err, predate.ErrNotFound) ||
		errors.As(err, &refused) && refused.StatusCode > 0 && refused.StatusCode < http.StatusInternalServerError {
		return err
	}
	return fmt.Errorf("%w: %w", predate.ErrAway, err)
}

func (s *S3) key(hash predate.Hash) string { return s.options.Prefix + string(hash) }

// s3Error translates an error of the bucket. It returns nil for nil.
func s3Error(verb string, hash predate.Hash, err error) error {
	if err == nil {
		return nil
	}
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		err = predate.ErrNotFound
	}
	return fmt.Errorf("%s blob %s: %w", verb, hash, away(err))
}
